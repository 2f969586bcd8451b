/** Addresses of an area's screens; `slug` is the last part of `/pages/{slug}`. */
export function listPath(slug: string, filter: Readonly<Record<string, string>> = {}): string {
  const search = new URLSearchParams(filter).toString()
  return search === '' ? `/pages/${slug}` : `/pages/${slug}?${search}`
}

export function detailPath(slug: string, id: string): string {
  return `/pages/${slug}/${encodeURIComponent(id)}`
}

export function newPath(slug: string): string {
  return `/pages/${slug}/new`
}

export function clonePath(slug: string, id: string): string {
  return `/pages/${slug}/new?${new URLSearchParams({ from: id }).toString()}`
}

export function editPath(slug: string, id: string): string {
  return `${detailPath(slug, id)}/edit`
}

/** What an area's pages are mostly called, by where the API has its rows: `/api/v1/plant_requests` → `plant-requests`. */
export function slugOf({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1).replaceAll('_', '-')
}
