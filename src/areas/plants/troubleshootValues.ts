import type { Troubleshoot } from '../../contract/troubleshoots'
import { upsertBody, upsertItem } from '../../contract/troubleshoots'
import { blankParts, draftErrors, draftOf, heldParts, type Values } from '../../crud/form/values'
import type { Removal } from '../../crud/model/crudSlice'

/** What the editor's form holds: every troubleshoot of one plant, in their order. */
export interface TroubleshootValues extends Values {
  readonly rows: readonly Values[]
}

export function valuesOf(rows: readonly Troubleshoot[]): TroubleshootValues {
  return { rows: rows.map((row) => heldParts(upsertItem, row)) }
}

/** A new row of the form. */
export function blankRow(plantId: string): Values {
  return { ...blankParts(upsertItem), plantId, severity: 'medium' }
}

/** The rows as the upsert takes them: their place is where they stand, and a new one has no id yet. */
export function sentRows({ rows }: TroubleshootValues): object[] {
  return rows.map((row, at) => {
    const { id, version, ...draft } = draftOf(row)
    return { ...draft, sortOrder: at, ...(id !== null && { id, version }) }
  })
}

/** A sentence for each input that the contract refuses, by its path in the form. */
export function rowErrors(values: TroubleshootValues): Readonly<Record<string, string>> {
  return values.rows.length === 0 ? {} : draftErrors(upsertBody, { rows: sentRows(values) })
}

/** Stored rows that the form no longer has. */
export function removedRows(base: TroubleshootValues, values: TroubleshootValues): Removal[] {
  const remaining = new Set(values.rows.map((row) => row['id']))
  return base.rows.flatMap(({ id, version }) =>
    typeof id === 'string' && typeof version === 'number' && !remaining.has(id) ? [{ id, version }] : [],
  )
}

/** The values with another's version of one row in its place; at the end where the row had been removed. */
export function withTheirs(values: TroubleshootValues, theirs: Troubleshoot): TroubleshootValues {
  const held = heldParts(upsertItem, theirs)
  const known = values.rows.some((row) => row['id'] === theirs.id)
  return { rows: known ? values.rows.map((row) => (row['id'] === theirs.id ? held : row)) : [...values.rows, held] }
}

/** The values, meant to be saved over another's version of one row. */
export function overTheirs(values: TroubleshootValues, theirs: Troubleshoot): TroubleshootValues {
  return { rows: values.rows.map((row) => (row['id'] === theirs.id ? { ...row, version: theirs.version } : row)) }
}

/** The values with these rows as new ones, without id and version. */
export function asNew(values: TroubleshootValues, places: readonly number[]): TroubleshootValues {
  return { rows: values.rows.map((row, at) => (places.includes(at) ? { ...row, id: null, version: null } : row)) }
}
