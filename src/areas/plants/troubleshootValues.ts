import { troubleshoots, type Troubleshoot } from '../../contract/troubleshoots'
import { upsertBody, upsertItem } from '../../contract/troubleshootCalls'
import { blankParts, draftErrors, draftOf, formParts, type Values } from '../../crud/form/values'
import type { Removal } from '../../crud/model/crudCalls'

/** Form values of the editor: all troubleshoots of a plant, in order. */
export interface TroubleshootValues extends Values {
  readonly rows: readonly Values[]
}

/** Converts a plant's troubleshoots into form values, with the editor's fields alone. */
export function valuesOf(rows: readonly Troubleshoot[]): TroubleshootValues {
  return { rows: rows.map((row) => formParts(upsertItem, row)) }
}

/** Form values as the editor's: its rows, or none. */
export function rowsOf({ rows }: Values): TroubleshootValues {
  return { rows: Array.isArray(rows) ? (rows as TroubleshootValues['rows']) : [] }
}

/** Initial values of a new row. */
export function blankRow(plantId: string): Values {
  return { ...blankParts(upsertItem), plantId, severity: 'medium' }
}

/** The rows for the upsert: `sortOrder` is the index, and a new row has no id. */
export function sentRows({ rows }: TroubleshootValues): object[] {
  return rows.map((row, at) => {
    const { id, version, ...draft } = draftOf(row)
    return { ...draft, sortOrder: at, ...(id !== null && { id, version }) }
  })
}

/** The validation error of each input, by its path in the form. */
export function rowErrors(values: TroubleshootValues): Readonly<Record<string, string>> {
  return values.rows.length === 0 ? {} : draftErrors(upsertBody, { rows: sentRows(values) })
}

/** Stored rows that were removed in the form. */
export function removedRows(base: TroubleshootValues, values: TroubleshootValues): Removal[] {
  const remaining = new Set(values.rows.map((row) => row['id']))
  return base.rows.flatMap(({ id, version }) =>
    typeof id === 'string' && typeof version === 'number' && !remaining.has(id) ? [{ id, version }] : [],
  )
}

/** Replaces a row by the version that another user saved; appends it if the row was removed here. */
export function withTheirs(values: TroubleshootValues, theirs: Troubleshoot): TroubleshootValues {
  const held = formParts(upsertItem, theirs)
  const known = values.rows.some((row) => row['id'] === theirs.id)
  return { rows: known ? values.rows.map((row) => (row['id'] === theirs.id ? held : row)) : [...values.rows, held] }
}

/** Marks a row to be saved over the version that another user saved, with the chosen values. */
export function overTheirs(values: TroubleshootValues, theirs: Troubleshoot, chosen: Values = {}): TroubleshootValues {
  const { id, version } = theirs
  return { rows: values.rows.map((row) => (row['id'] === id ? { ...row, ...chosen, version } : row)) }
}

/** What the editor's inputs hold of the row with this id; null when it is not among these. The row's place is the list's. */
export function contentOf({ rows }: TroubleshootValues, id: string): Values | null {
  const row = rows.find((one) => one['id'] === id)
  if (row === undefined) return null
  const { id: _id, version: _version, sortOrder: _sortOrder, ...content } = row
  return content
}

/**
 * What was typed while these rows were saved, as an edit of them: they have other versions now, and new rows have ids. A new row that was moved
 * or got another symptom or cause stays new, and the next save removes the saved one.
 */
export function sinceSave({ rows }: TroubleshootValues, saved: readonly Troubleshoot[]): TroubleshootValues {
  return {
    rows: rows.map((row, at) => {
      const { id, symptom, cause } = draftOf(row)
      const own = saved.find((one, place) =>
        id === null ? place === at && one.symptom === symptom && one.cause === cause : one.id === id,
      )
      return own === undefined ? row : { ...row, id: own.id, version: own.version }
    }),
  }
}

export function isTroubleshoot(row: object): row is Troubleshoot {
  return troubleshoots.row.isValidSync(row, { strict: true })
}

/** Turns these rows into new ones, without id and version. */
export function asNew(values: TroubleshootValues, ids: readonly unknown[]): TroubleshootValues {
  return { rows: values.rows.map((row) => (ids.includes(row['id']) ? { ...row, id: null, version: null } : row)) }
}
