/**
 * Replaces a browser language that is not a language tag, such as `C` of WebKitGTK under a POSIX locale, by English. Libraries pass it to
 * `Intl` while loading, which throws: uPlot would not load.
 */
export function replaceInvalidLanguage(navigator: Navigator): void {
  if (!isTag(navigator.language)) Object.defineProperty(navigator, 'language', { value: 'en', configurable: true })
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}
