/**
 * Loads code: runs `load`, an import, once for any number of calls; after a failure the next call runs it again. Firefox, and Chromium at
 * 150, cache a failed module until the page is reloaded, so only a reload helps there.
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

/** Addresses of style sheets that failed to load. Vite requests each only once: the next import would render its screen unstyled. */
const lostStyles = new Set<string>()

/** Handles Vite's event `vite:preloadError` for every failed import, including prefetches: marks a failed style sheet for reloading. */
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
