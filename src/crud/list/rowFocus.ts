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
  return link != null || requestRow(list, id)
}

/** The id `by` rows from the focused one, which stays where there is none; the first or last one when none is focused. */
export function neighbour(ids: readonly string[], from: string | null, by: 1 | -1): string | undefined {
  const at = from === null ? -1 : ids.indexOf(from)
  return ids[at + by] ?? ids.at(at)
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
