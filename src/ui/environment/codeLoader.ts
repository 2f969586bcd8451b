/**
 * Wraps `load`, an import: the returned function runs it once for any number of calls, and again for the next call after a failure. Firefox,
 * and Chromium at 150, cache a failed module until the page is reloaded, so only a reload helps there.
 */
export function codeLoader<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  let failure: unknown
  return () => {
    loading ??= (lostStyles.size === 0 ? load() : loadStyles(failure).then(load)).catch((error: unknown) => {
      loading = undefined
      failure = error
      throw error
    })
    return loading
  }
}

/** Addresses of style sheets that failed to load. Vite requests each only once: the next import would render its screen unstyled. */
const lostStyles = new Set<string>()

/** Handles Vite's event `vite:preloadError` for every failed import, including prefetches: marks a failed style sheet for reloading. */
export function noteLostStyle({ payload }: { readonly payload: unknown }): void {
  const address = styleOf(payload)
  if (address !== undefined) lostStyles.add(address)
}

/** The address of the style sheet whose failure `error` reports. */
function styleOf(error: unknown): string | undefined {
  return error instanceof Error ? /^Unable to preload CSS for (\S+)$/.exec(error.message)?.[1] : undefined
}

/**
 * Loads every lost style sheet again: pages share sheets, and Vite names only the sheet whose failure rejected this import. Only that one
 * rejects here; if another sheet fails again, the page is shown without it until a later load succeeds. Rejecting for every lost sheet would
 * let one blocked sheet close all pages.
 */
async function loadStyles(failure: unknown): Promise<void> {
  const own = styleOf(failure)
  await Promise.all(
    Array.from(lostStyles, (href) =>
      loadStyle(href).catch((error: unknown) => {
        if (href === own) throw error
      }),
    ),
  )
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
