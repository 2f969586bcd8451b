/**
 * Wraps `load`, an import: the returned function runs it once for any number of calls, and again for the next call after a failure. Firefox,
 * and Chromium at 150, cache a failed module until the page is reloaded, so only a reload helps there.
 */
export function codeLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= (lostStyles.size === 0 ? load() : loadStyles().then(load)).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** Addresses of style sheets that failed to load. Vite requests each only once: the next import would render its screen unstyled. */
const lostStyles = new Set<string>()

/** Handles Vite's event `vite:preloadError` for every failed import, including prefetches: marks a failed style sheet for reloading. */
export function noteLostStyle({ payload }: { readonly payload: Error }): void {
  const address = /^Unable to preload CSS for (\S+)$/.exec(payload.message)?.[1]
  if (address !== undefined) lostStyles.add(address)
}

async function loadStyles(): Promise<void> {
  await Promise.all(Array.from(lostStyles, loadStyle))
}

async function loadStyle(href: string): Promise<void> {
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
