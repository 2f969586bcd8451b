import { requestRow } from '../../ui/table/AbsentRows'

/** Id of the row that contains an event's target. */
export function rowOf(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return row?.dataset['row'] ?? null
}

/** Id of the row that contains the focus. */
export function focusedRow(): string | null {
  return rowOf(document.activeElement)
}

/** Focuses a row's link; a row that is not rendered is rendered first. */
export function focusRow(list: HTMLElement | null, id: string, scroll: boolean): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const row = rows.find(({ dataset }) => dataset['row'] === id)
  if (row === undefined) return requestRow(list, id)
  row.querySelector('a')?.focus({ preventScroll: !scroll })
  if (scroll) row.scrollIntoView({ block: 'nearest' })
}

/**
 * The id that is `by` rows from `from`, the focused one; `from` itself at an end of the list. Without a focused row, the first id for 1 and
 * the last one for -1.
 */
export function neighbour(ids: readonly string[], from: string | null, by: 1 | -1): string | undefined {
  const at = from === null ? -1 : ids.indexOf(from)
  return ids[at + by] ?? ids.at(at)
}
