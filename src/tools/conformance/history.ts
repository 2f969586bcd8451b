import { ACTIVITY_PATH, activityEntry } from '../../contract/activity'
import { historyPath, restoreVersionPath } from '../../contract/bulk'
import { updatePath, type Resource } from '../../contract/resource'
import { rowOf, writingChapter, type Bench, type Chapter, type Row } from './bench'
import { changeOf } from './changing'
import { expectingJson, hasEtag, hasResult, hasResults, objectOf, refused, resultOf, type Judge, type Shape } from './judge'
import { listOf, NOBODY } from './reading'
import { holds, isNewer, isStale, staleWords } from './rows'
import { anotherValue, namingField } from './samples'

const optional = 'restoring an earlier version of a row from its history'

/** Checks that a row's history restores an earlier version. */
export function historyChapters(resource: Resource): Chapter[] {
  const { ops } = resource
  if (!ops.includes('create') || !ops.includes('update')) return []
  return [writingChapter(resource, 'restores an earlier version', versionRestored)]
}

async function versionRestored(bench: Bench, resource: Resource): Promise<void> {
  const row = await bench.make(resource)
  const path = restoreVersionPath(resource, row?.id ?? '{id}')
  if (row === null) return bench.leave('POST', path, optional, 'no row could be made to change')
  const changed = await renamed(bench, resource, row)
  await bench.ask('GET', historyPath(resource, row.id), {
    expects: 'what happened to the row, newest first, as it is in the activity',
    judge: expectingJson(200, hasResults(activityEntry as Shape, 'meta'), isAbout(resource, row)),
    optional: 'the history of one row as a call of its own',
  })
  const entryId = await firstEntry(bench, resource, row)
  if (changed === null || entryId === null) return bench.leave('POST', path, optional, 'no history of a row could be read')
  const kept = [...resource.immutable, ...resource.keptOnRestore]
  const restoredFields = Object.keys(resource.draft.fields).filter((field) => !kept.includes(field))
  const restored = await bench.ask(
    'POST',
    path,
    {
      expects: 'the row as it was created, under a new version',
      judge: expectingJson(200, hasResult(resource.row), hasEtag, holds(row, restoredFields), isNewer(changed)),
      optional,
    },
    { body: { entryId }, headers: { 'if-match': `"${changed.version}"` } },
  )
  if (restored === null) return
  await bench.ask(
    'POST',
    path,
    { expects: staleWords, judge: isStale(resource, rowOf(restored)) },
    { body: { entryId }, headers: { 'if-match': `"${changed.version}"` } },
  )
  await bench.ask(
    'POST',
    restoreVersionPath(resource, NOBODY),
    { expects: 'a refusal: that is a version of another row', judge: refused(404, 'not_found') },
    { body: { entryId } },
  )
}

/** Expects a history that begins with the row's creation and is about no other row. */
function isAbout({ name }: Resource, { id }: Row): Judge {
  return ({ body }) => {
    const entries = listOf(resultOf(body)).map(objectOf)
    return [
      ...(entries.every(({ area, rowId }) => area === name && rowId === id) ? [] : ['it is about another row, too']),
      ...(entries.at(-1)?.['action'] === 'created' ? [] : ['it does not begin with the creation']),
    ]
  }
}

/** Gives the row another name without judging the answer. */
async function renamed(bench: Bench, resource: Resource, { id, version }: Row): Promise<Row | null> {
  const field = namingField(resource)
  const body = changeOf(resource, id, { [field]: anotherValue(resource, field, bench.namer) })
  const headers = { 'if-match': `"${version}"` }
  return rowOf(await bench.backend.send('PUT', updatePath(resource, id), { bearer: bench.bearer, body, headers }))
}

/** Returns the activity entry of the row's creation; null where there is none. */
async function firstEntry(bench: Bench, { name }: Resource, { id }: Row): Promise<unknown> {
  const query = new URLSearchParams({ area: name, rowId: id, action: 'created' }).toString()
  const { body } = await bench.backend.send('GET', `${ACTIVITY_PATH}?${query}`, { bearer: bench.bearer })
  return objectOf(listOf(resultOf(body))[0])['id'] ?? null
}
