/**
 * Puts English in the place of a browser's language that is no language tag, such as `C` of WebKitGTK under a POSIX locale. Libraries give
 * it to `Intl` as they load, which throws then: uPlot would not load.
 */
export function mendLanguage(navigator: Navigator): void {
  if (!isTag(navigator.language)) Object.defineProperty(navigator, 'language', { value: 'en', configurable: true })
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}
