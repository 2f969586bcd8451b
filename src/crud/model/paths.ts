/** The user's own account. */
export const ACCOUNT_PAGE = '/pages/account'
/** Everyone's activity. */
export const ACTIVITY_PAGE = '/pages/activity'

/** Parameter of a list's address: WHOLE_VIEW is the unfiltered list, where an empty address stands for the user's default view. */
export const VIEW_PARAM = 'view'
export const WHOLE_VIEW = 'all'

/** Filters by name; pairs where a name has several values. */
export type ListFilter = Readonly<Record<string, string>> | string[][]

/** Path of an area's list. `slug`, here and below, is the last segment of `/pages/{slug}`. */
export function listPath(slug: string, filter: ListFilter = {}): string {
  const search = new URLSearchParams(filter).toString()
  return search === '' ? `/pages/${slug}` : `/pages/${slug}?${search}`
}

/** Path of an area's list without filters. */
export function wholeListPath(slug: string): string {
  return listPath(slug, { [VIEW_PARAM]: WHOLE_VIEW })
}

export function detailPath(slug: string, id: string): string {
  return `${listPath(slug)}/${encodeURIComponent(id)}`
}

export function newPath(slug: string): string {
  return `${listPath(slug)}/new`
}

export function clonePath(slug: string, id: string): string {
  return `${newPath(slug)}?${new URLSearchParams({ from: id }).toString()}`
}

export function editPath(slug: string, id: string): string {
  return `${detailPath(slug, id)}/edit`
}

/** The usual slug of a resource's area, derived from its path: `/api/v1/plant_requests` → `plant-requests`. */
export function slugOf({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1).replaceAll('_', '-')
}
