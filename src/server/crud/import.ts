import { setImmediate as pause } from 'node:timers/promises'
import type { AnyObject } from 'yup'
import type { CsvRecord } from '../../contract/csv'
import { importKeys, repeatedWords, rowDraft, type ImportError, type ImportOutcome } from '../../contract/import'
import { audit, type Actor } from '../activity/audit'
import type { Database, Transaction } from '../db/database'
import { refusalOf } from '../http/errors'
import { runPartOnce, type IdempotentRequest } from '../http/conditions'
import { validated } from '../http/body'
import { writeClash } from './clashes'
import { readFile } from './importFile'
import { findNamed, putIds, referenceColumns } from './importReferences'
import { findRows } from './table'
import { addRow, type Writer } from './write'

/** Rows created per transaction; other work gets the database in between. */
const BATCH = 50

/** An import request. */
export interface ImportCall {
  readonly bytes: Uint8Array
  /** Runs the import and rolls it back. */
  readonly dryRun: boolean
  readonly request: IdempotentRequest | null
}

/** A parsed row: the values to create, or what is wrong with it. */
interface Judged {
  readonly line: number
  readonly values: AnyObject
  readonly errors: readonly ImportError[]
}

/**
 * Creates a row for each row of a file as `createRow` does; continues past those that fail and reports why. Commits batch by batch under
 * the idempotency key, so that a repeated request continues where the first one stopped. Throws 413 or 422 when the file is unusable.
 */
export async function importRows(writer: Writer, { bytes, dryRun, request }: ImportCall, actor: Actor): Promise<ImportOutcome> {
  const { db, resource } = writer
  const { columns, rows, ragged } = readFile(resource, bytes)
  const references = referenceColumns(columns)
  const errors: ImportError[] = ragged.map(({ line, message }) => ({ line, field: '', message }))
  let lines = new Map<string, number>()
  let created = 0
  for (let at = 0; at < rows.length; at += BATCH) {
    // Validation is synchronous: yields to other requests between batches.
    await pause()
    const batch = rows.slice(at, at + BATCH)
    const drafts = batch.map(({ cells }) => rowDraft(resource, columns, cells))
    const found = await findNamed(db, references, drafts)
    const judged = batch.map((row, place) => {
      const draft = drafts[place] ?? {}
      return judge(writer, row, draft, putIds(draft, references, found))
    })
    let seen = lines
    const outcome = dryRun
      ? await undone(db, (tx) => {
          // A run that ends in a deadlock is repeated, and must leave nothing.
          seen = new Map(lines)
          return createBatch(writer, tx, judged, actor, seen)
        })
      : await runPartOnce(db, request, at, (tx) => createBatch(writer, tx, judged, actor, null))
    lines = seen
    created += outcome.created
    errors.push(...outcome.errors)
  }
  return { created, errors: errors.sort((one, other) => one.line - other.line) }
}

function judge({ resource }: Writer, { line }: CsvRecord, draft: AnyObject, unnamed: ReadonlyMap<string, string>): Judged {
  const named = [...unnamed].map(([field, message]) => ({ line, field, message }))
  try {
    const values = validated(resource.draft, draft)
    return { line, values, errors: named }
  } catch (error) {
    return { line, values: {}, errors: [...named, ...rowErrors(line, error).filter(({ field }) => !unnamed.has(field))] }
  }
}

/** Creates a batch. `lines`: by unique value, the line of a dry run that had it; null when earlier rows are in the database. */
async function createBatch(
  { resource, hooks }: Writer,
  tx: Transaction,
  rows: readonly Judged[],
  actor: Actor,
  lines: Map<string, number> | null,
): Promise<ImportOutcome> {
  const ids: string[] = []
  const errors: ImportError[] = []
  for (const { line, values, ...judged } of rows) {
    const faults = judged.errors.length > 0 || lines === null ? judged.errors : repeats(resource, line, values, lines)
    errors.push(...faults)
    if (faults.length > 0) continue
    try {
      ids.push(await tx.attempt(() => addRow(tx, { resource, hooks }, values, actor)))
      for (const { key } of importKeys(resource, values)) lines?.set(key, line)
    } catch (error) {
      errors.push(...rowErrors(line, await writeClash(tx, resource, values, error)))
    }
  }
  const made = await findRows(tx, resource, ids)
  await audit(tx, ...made.map((after) => ({ ...actor, action: 'created', subject: resource.name, subjectId: after.id, after })))
  return { created: ids.length, errors }
}

function repeats(
  resource: Writer['resource'],
  line: number,
  values: AnyObject,
  lines: ReadonlyMap<string, number>,
): ImportError[] {
  return importKeys(resource, values).flatMap(({ field, labels, key }) => {
    const before = lines.get(key)
    return before === undefined ? [] : [{ line, field, message: repeatedWords(labels, before) }]
  })
}

/** Converts a refusal to errors by column, each once for all entries of a list; rethrows errors that are not the row's fault. */
function rowErrors(line: number, error: unknown): ImportError[] {
  const { statusCode, message, details } = refusalOf(error)
  if (statusCode >= 500) throw error
  const fields = Object.entries(details.fields ?? {})
  if (fields.length === 0) return [{ line, field: '', message }]
  const errors = fields.map(([path, sentence]) => ({ line, field: path.replace(/\[.*$/, ''), message: sentence }))
  return [...new Map(errors.map((each) => [`${each.field} ${each.message}`, each])).values()]
}

const undoing = new Error('A dry run keeps nothing')

/** Runs the work in a transaction and rolls it back. */
async function undone<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const answers: T[] = []
  await db
    .transaction(async (tx) => {
      answers.push(await work(tx))
      throw undoing
    })
    .catch((error: unknown) => {
      if (error !== undoing) throw error
    })
  const [answer] = answers
  if (answer === undefined) throw undoing
  return answer
}
