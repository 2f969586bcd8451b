import { changePreview } from '../../contract/preview'
import { itemPath, previewPath, updatePath, type Resource } from '../../contract/resource'
import { rowOf, writingChapter, type Bench, type Chapter, type Row } from './bench'
import { expecting, expectingJson, hasEtag, hasResult, isEmpty, namesFields, refused, type Shape } from './judge'
import { NOBODY } from './reading'
import { holds, isNewer, isStale, staleWords } from './rows'
import { anotherValue, namingField } from './samples'

/** Checks how every area updates and deletes rows; only rows that this run created change. */
export function changingChapters(resource: Resource): Chapter[] {
  const { ops, nouns, previews } = resource
  const creates = ops.includes('create')
  return [
    ...(ops.includes('update') ? [writingChapter(resource, `changes a ${nouns.one}`, creates ? changed : changedNothing)] : []),
    ...(previews ? [writingChapter(resource, 'tells what a change would do', previewed)] : []),
    ...(creates && ops.includes('remove') ? [writingChapter(resource, `deletes a ${nouns.one}`, removed)] : []),
  ]
}

/** Builds the body of a PUT: where the collection takes it, with the id in it. */
export function changeOf({ updateAt }: Resource, id: string, change: object): object {
  return updateAt === 'collection' ? { id, ...change } : change
}

async function changed(bench: Bench, resource: Resource): Promise<void> {
  const row = await bench.make(resource)
  const expects = 'the row with the change and all else as it was, under a new version'
  if (row === null) return bench.leave('PUT', updatePath(resource, '{id}'), expects, 'no row could be made to change')
  const naming = namingField(resource)
  const change = { [naming]: anotherValue(resource, naming, bench.namer) }
  const body = changeOf(resource, row.id, change)
  const others = Object.keys(resource.draft.fields).filter((field) => field !== naming)
  const path = updatePath(resource, row.id)
  const sent = { body, headers: { 'if-match': `"${row.version}"` } }
  const answer = await bench.ask(
    'PUT',
    path,
    {
      expects,
      judge: expectingJson(200, hasResult(resource.row), hasEtag, holds(change), holds(row, others), isNewer(row)),
    },
    sent,
  )
  if (answer !== null)
    await bench.ask('PUT', path, { expects: staleWords, judge: isStale(resource, rowOf(answer)) }, { ...sent, body })
  await refusedChanges(bench, resource, row)
  for (const field of resource.immutable)
    await bench.ask(
      'PUT',
      path,
      { expects: `a refusal: ${field} never changes`, judge: refused(422, 'invalid', namesFields(field)) },
      { body: changeOf(resource, row.id, { [field]: anotherValue(resource, field, bench.namer) }) },
    )
}

/** Checks rows that are created elsewhere: sends a row's own values back, so that it stays the same whatever the backend does. */
async function changedNothing(bench: Bench, resource: Resource): Promise<void> {
  const [row] = await bench.rows(resource)
  const expects = 'the row as it was, for what it holds already'
  if (row === undefined) return bench.leave('PUT', updatePath(resource, '{id}'), expects, `there is no ${resource.nouns.one}`)
  const held = Object.keys(resource.draft.fields).map((field) => [field, row[field]] as const)
  const body = changeOf(resource, row.id, Object.fromEntries(held))
  const path = updatePath(resource, row.id)
  const answer = await bench.ask(
    'PUT',
    path,
    {
      expects,
      judge: expectingJson(200, hasResult(resource.row), hasEtag, holds(row, Object.keys(resource.draft.fields))),
    },
    { body, headers: { 'if-match': `"${row.version}"` } },
  )
  const now = answer === null ? null : rowOf(answer)
  if (now !== null)
    await bench.ask('PUT', path, { expects: staleWords, judge: isStale(resource, now) }, { body, headers: { 'if-match': '"0"' } })
  await refusedChanges(bench, resource, row)
}

async function refusedChanges(bench: Bench, resource: Resource, row: Row): Promise<void> {
  await bench.ask(
    'PUT',
    updatePath(resource, row.id),
    { expects: 'a refusal that names the property it does not know', judge: refused(422, 'invalid', namesFields('colour')) },
    { body: changeOf(resource, row.id, { colour: 'red' }) },
  )
  await bench.ask(
    'PUT',
    updatePath(resource, NOBODY),
    { expects: `a refusal: there is no such ${resource.nouns.one}`, judge: refused(404, 'not_found') },
    { body: changeOf(resource, NOBODY, {}) },
  )
}

async function previewed(bench: Bench, resource: Resource): Promise<void> {
  const row = await bench.make(resource)
  const optional = 'what a change would do to those who use the row, told before it is saved'
  const path = previewPath(resource, row?.id ?? '{id}')
  if (row === null) return bench.leave('POST', path, optional, 'no row could be made to change')
  const judge = expectingJson(200, hasResult(changePreview as Shape))
  await bench.ask('POST', path, { expects: 'how many rows would change with it', judge, optional }, { body: {} })
}

async function removed(bench: Bench, resource: Resource): Promise<void> {
  const row = await bench.make(resource)
  const path = itemPath(resource, row?.id ?? '{id}')
  if (row === null) return bench.leave('DELETE', path, 'nothing any more', 'no row could be made to delete')
  const stale = { expects: staleWords, judge: isStale(resource, row) }
  await bench.ask('DELETE', path, stale, { headers: { 'if-match': '"0"' } })
  const deletion = await bench.ask(
    'DELETE',
    path,
    { expects: 'nothing but that it is done', judge: expecting(204, isEmpty) },
    { headers: { 'if-match': `"${row.version}"` } },
  )
  if (deletion === null) return
  bench.forget(row.id)
  const missing = { expects: 'a refusal: it is gone', judge: refused(404, 'not_found') }
  await bench.ask('GET', path, missing)
  await bench.ask('DELETE', path, missing)
}
