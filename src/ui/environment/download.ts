/**
 * Fetches code: runs `load`, an import, once however often it is asked for; one that failed is run again by the next call. Firefox, and
 * Chromium at 150, remember a module that did not come for as long as the page lives: there only loading the page again helps.
 */
export function download<T>(load: () => Promise<T>): () => Promise<T> {
  let under: Promise<T> | undefined
  return () => {
    under ??= (lostStyles.size === 0 ? load() : bringStyles().then(load)).catch((error: unknown) => {
      under = undefined
      throw error
    })
    return under
  }
}

/** Addresses of style sheets that could not be loaded. Vite requests each once: the next import would show its screen unstyled. */
const lostStyles = new Set<string>()

/** Hears of every import that failed, prefetches included (Vite's event `vite:preloadError`), and notes a style sheet to be loaded again. */
export function noteLostStyle({ payload }: { readonly payload: Error }): void {
  const address = /^Unable to preload CSS for (\S+)$/.exec(payload.message)?.[1]
  if (address !== undefined) lostStyles.add(address)
}

async function bringStyles(): Promise<void> {
  await Promise.all(Array.from(lostStyles, bringStyle))
}

async function bringStyle(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => reject(new Error(`Unable to preload CSS for ${href}`)))
    document.head.append(link)
  }).catch((error: unknown) => {
    link.remove()
    throw error
  })
  lostStyles.delete(href)
}
