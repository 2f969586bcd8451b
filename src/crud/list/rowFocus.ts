/** Id of the row that contains the focus. */
export function focusedRow(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null
}

/** Focuses a row's link. */
export function focusRow(list: HTMLElement | null, id: string, scroll: boolean): boolean {
  const row = rowsOf(list).find((candidate) => candidate.dataset['row'] === id)
  const link = row?.querySelector<HTMLElement>('a')
  link?.focus({ preventScroll: !scroll })
  if (scroll) row?.scrollIntoView({ block: 'nearest' })
  return link !== undefined && link !== null ? true : requestRow(list, id)
}

/** The id `by` rows from the focused one; the first row when none is focused. */
export function neighbour(ids: readonly string[], from: string | null, by: 1 | -1): string | undefined {
  const at = from === null ? -1 : ids.indexOf(from)
  if (at === -1) return by === 1 ? ids[0] : ids.at(-1)
  return ids[Math.max(0, Math.min(ids.length - 1, at + by))]
}

/** Asks a virtualized block of a long table to render a row; the row is focused then. */
function requestRow(list: HTMLElement | null, id: string): boolean {
  const blocks = [...(list?.querySelectorAll<HTMLElement>('tbody[data-rows]') ?? [])]
  const block = blocks.find(({ dataset }) => dataset['rows']?.split(' ').includes(id))
  if (block === undefined) return false
  block.dataset['wanted'] = id
  block.scrollIntoView({ block: 'center' })
  return true
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
}
