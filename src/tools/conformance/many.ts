import { isDeepStrictEqual } from 'node:util'
import {
  bulkDeletePreviewPath,
  bulkFields,
  bulkUpdatePath,
  deletionPreview,
  isRestorable,
  restorePath,
} from '../../contract/bulk'
import { rowCells } from '../../contract/cells'
import { CSV_TYPE, DRY_RUN_PARAM, importOutcome, importPath } from '../../contract/import'
import { bulkDeletePath, itemPath, type Resource } from '../../contract/resource'
import { toCsv } from '../../crud/model/csv'
import { rowOf, writingChapter, type Bench, type Chapter } from './bench'
import type { Answer, Sent } from './backend'
import { expectingJson, excerpt, hasEtag, hasResult, objectOf, refused, resultOf, type Judge, type Shape } from './judge'
import { isPage, listOf, NOBODY } from './reading'
import { anotherValue, namingField } from './samples'
import { holds } from './rows'

/** Checks calls on several rows, and those that undo a deletion; all of them are optional for the console. */
export function manyChapters(resource: Resource): Chapter[] {
  const { ops, nouns } = resource
  const creates = ops.includes('create')
  return [
    ...(creates && ops.includes('update') ? [writingChapter(resource, `changes ${nouns.many} at once`, updated)] : []),
    ...(creates && ops.includes('remove')
      ? [
          writingChapter(resource, `deletes ${nouns.many} at once`, removed),
          writingChapter(resource, 'takes a deletion back', restored),
        ]
      : []),
    ...(creates ? [writingChapter(resource, 'reads a CSV file', imported)] : []),
  ]
}

/** Expects the outcome for two ids of which one does not exist: one row done, the other id failed. */
const isOutcome: Judge = ({ body }) => {
  const { done, failed } = objectOf(resultOf(body))
  const { id, code, message } = objectOf(listOf(failed)[0])
  return [
    ...(done === 1 ? [] : [`done is ${excerpt(done)} instead of 1`]),
    ...(id === NOBODY && code === 'not_found' && typeof message === 'string'
      ? []
      : ['failed does not name the id that is nobody’s']),
  ]
}

/** Sends a call on several rows again, as after a lost answer, with the Idempotency-Key of its first answer. */
async function repeated(bench: Bench, path: string, sent: Sent, first: Answer): Promise<void> {
  const isFirst: Judge = ({ body }) => (isDeepStrictEqual(body, first.body) ? [] : ['the answer is not the first one'])
  await bench.ask(
    'POST',
    path,
    { expects: 'the first answer once more, for the same Idempotency-Key', judge: expectingJson(200, isFirst) },
    sent,
  )
}

/** Names rows by id only, here and below: a backend that misreads a filter would change rows of others. */
async function updated(bench: Bench, resource: Resource): Promise<void> {
  const row = await bench.make(resource)
  const path = bulkUpdatePath(resource)
  const optional = 'changing several rows at once'
  if (row === null) return bench.leave('POST', path, optional, 'no row could be made to change')
  const [field] = bulkFields(resource).filter((name) => typeof row[name] === 'string' || typeof row[name] === 'number')
  if (field === undefined) return
  // A text gets another value; any other field keeps its own, because other fields of the row may depend on it.
  const another = anotherValue(resource, field, bench.namer)
  const isText = typeof another === 'string' && another.startsWith(bench.namer.prefix)
  const value = isText ? another : row[field]
  const expectsChange: Judge = ({ body }) => {
    const changes = listOf(objectOf(resultOf(body))['changed'])
    const { id, version, before } = objectOf(changes[0])
    if (!isText) return changes.length === 0 ? [] : ['changed names a row that held this already']
    const isNamed = id === row.id && version === row.version + 1 && objectOf(before)[field] === row[field]
    return isNamed ? [] : [`changed does not name the row, its version and what ${field} was`]
  }
  const sent = { body: { ids: [row.id, NOBODY], set: { [field]: value } }, headers: { 'idempotency-key': bench.namer.key() } }
  const answer = await bench.ask(
    'POST',
    path,
    {
      expects: 'that one row was changed, what it held before, and why the other was not',
      judge: expectingJson(200, isOutcome, expectsChange),
      optional,
    },
    sent,
  )
  if (answer === null) return
  await repeated(bench, path, sent, answer)
  await bench.ask('GET', itemPath(resource, row.id), {
    expects: 'the row as it was changed',
    judge: expectingJson(200, holds({ [field]: value })),
  })
}

async function removed(bench: Bench, resource: Resource): Promise<void> {
  const row = await bench.make(resource)
  const path = bulkDeletePath(resource)
  const optional = 'deleting several rows at once'
  if (row === null) return bench.leave('POST', path, optional, 'no row could be made to delete')
  const isCounted: Judge = ({ body }) => {
    const { total, used } = objectOf(resultOf(body))
    return total === 1 && used === 0 ? [] : [`total and used are ${excerpt(total)} and ${excerpt(used)} instead of 1 and 0`]
  }
  await bench.ask(
    'POST',
    bulkDeletePreviewPath(resource),
    {
      expects: 'how many rows would go, and how many are used',
      judge: expectingJson(200, hasResult(deletionPreview as Shape), isCounted),
      optional: 'the preview of a deletion of several rows',
    },
    { body: { ids: [row.id] } },
  )
  const sent = { body: { ids: [row.id, NOBODY] }, headers: { 'idempotency-key': bench.namer.key() } }
  const answer = await bench.ask(
    'POST',
    path,
    { expects: 'that one row went, and why the other did not', judge: expectingJson(200, isOutcome), optional },
    sent,
  )
  if (answer === null) return
  await repeated(bench, path, sent, answer)
  await bench.ask('GET', itemPath(resource, row.id), {
    expects: 'a refusal: it is gone',
    judge: refused(404, 'not_found'),
  })
}

async function restored(bench: Bench, resource: Resource): Promise<void> {
  const row = await bench.make(resource)
  if (row === null || !isRestorable(resource, row)) return
  const { status } = await bench.backend.send('DELETE', itemPath(resource, row.id), { bearer: bench.bearer })
  const path = restorePath(resource, row.id)
  const optional = 'undoing a deletion'
  if (status !== 204) return bench.leave('POST', path, optional, 'no row could be deleted')
  const answer = await bench.ask('POST', path, {
    expects: 'the row that was deleted, under the same id',
    judge: expectingJson(200, hasResult(resource.row), hasEtag, holds(row, ['id', ...Object.keys(resource.draft.fields)])),
    optional,
  })
  if (answer !== null)
    await bench.ask('GET', itemPath(resource, rowOf(answer)?.id ?? ''), {
      expects: 'the row, there again',
      judge: expectingJson(200, hasResult(resource.row)),
    })
}

/** Sends dry runs only: rows of a real import would have to be found again to delete them. */
async function imported(bench: Bench, resource: Resource): Promise<void> {
  const draft = await bench.draft(resource)
  const optional = 'importing CSV files'
  const path = `${importPath(resource)}?${DRY_RUN_PARAM}=true`
  if (draft === null) return bench.leave('POST', path, optional, 'what a row refers to could not be made')
  const naming = namingField(resource)
  const { fields } = resource.draft.describe()
  const file = (...drafts: readonly object[]) => ({
    body: toCsv(drafts.map((one) => rowCells(fields, one))),
    headers: { 'content-type': CSV_TYPE },
  })
  const expectsCounts = (created: number, lines: readonly number[]): Judge => {
    return ({ body }) => {
      const { created: actual, errors } = objectOf(resultOf(body))
      const reported = listOf(errors).map((error) => objectOf(error)['line'])
      return [
        ...(actual === created ? [] : [`created is ${excerpt(actual)} instead of ${created}`]),
        ...(reported.join() === lines.join() ? [] : [`errors names the lines ${excerpt(reported)} instead of ${excerpt(lines)}`]),
      ]
    }
  }
  const answer = await bench.ask(
    'POST',
    path,
    {
      expects: 'how many rows a file would create, and which not',
      judge: expectingJson(200, hasResult(importOutcome as Shape), expectsCounts(1, [3])),
      optional,
    },
    file(draft, { ...draft, [naming]: '' }),
  )
  if (answer === null) return
  const query = new URLSearchParams({ q: String(draft[naming]) }).toString()
  await bench.ask('GET', `${resource.listPath}?${query}`, {
    expects: 'no such row: it was a dry run',
    judge: (list) => {
      for (const row of listOf(resultOf(list.body))) bench.keep(resource, objectOf(row)['id'])
      const none: Judge = ({ body }) => (listOf(resultOf(body)).length === 0 ? [] : ['rows were created'])
      return expectingJson(200, isPage(resource), none)(list)
    },
  })
}
