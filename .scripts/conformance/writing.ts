import { createPath, itemPath, previewPath, updatePath, type Resource } from '../../src/contract/resource'
import { changePreview } from '../../src/contract/preview'
import { rowOf, type Bench, type Chapter, type Row } from './bench'
import { NOBODY } from './reading'
import {
  excerpt,
  expecting,
  expectingJson,
  hasEtag,
  hasResult,
  isEmpty,
  namesFields,
  objectOf,
  refused,
  resultOf,
  shapeFaults,
  type Judge,
  type Shape,
} from './judge'
import { anotherValue, namingField, requiredFields } from './samples'

/** What every area's rows answer to whoever changes them; only rows of ours are touched. */
export function writingChapters(resource: Resource): Chapter[] {
  const { ops, nouns } = resource
  const creates = ops.includes('create')
  const chapter = (name: string, run: (bench: Bench, resource: Resource) => Promise<void>): Chapter => ({
    name,
    writes: true,
    run: (bench) => run(bench, resource),
  })
  return [
    ...(creates
      ? [
          chapter(`creates a ${nouns.one}`, created),
          chapter('creates once what is sent twice with one key', createdOnce),
          chapter('refuses a body that is not right', refusedBodies),
          chapter('refuses what another row holds', takenValues),
        ]
      : []),
    ...(ops.includes('update') ? [chapter(`changes a ${nouns.one}`, creates ? changed : changedNothing)] : []),
    ...(resource.previews ? [chapter('tells what a change would do', previewed)] : []),
    ...(creates && ops.includes('remove') ? [chapter(`deletes a ${nouns.one}`, removed)] : []),
  ]
}

async function created(bench: Bench, resource: Resource): Promise<void> {
  const path = createPath(resource)
  const expects = 'the row as declared, with what was sent, its version as ETag'
  const body = await bench.draft(resource)
  if (body === null) return bench.leave('POST', path, expects, 'what it refers to could not be made')
  const sent = resource.draft.cast(body)
  const answer = await bench.ask(
    'POST',
    path,
    { expects, judge: remembering(bench, resource, expectingJson(201, hasResult(resource.row), hasEtag, holds(sent))) },
    { body },
  )
  if (answer === null) return
  await bench.ask('GET', itemPath(resource, rowOf(answer)?.id ?? ''), {
    expects: 'the row that was created',
    judge: expectingJson(200, hasResult(resource.row), hasEtag, holds(sent)),
  })
}

async function createdOnce(bench: Bench, resource: Resource): Promise<void> {
  const path = createPath(resource)
  const body = await bench.draft(resource)
  if (body === null) return
  const sent = { body, headers: { 'idempotency-key': `conformance-${bench.namer.word}-${bench.namer.next()}` } }
  const first = await bench.ask(
    'POST',
    path,
    { expects: 'a row, created with an Idempotency-Key', judge: remembering(bench, resource, expecting(201)) },
    sent,
  )
  if (first === null) return
  await bench.ask(
    'POST',
    path,
    {
      expects: 'the same row once more, for the same Idempotency-Key',
      judge: remembering(
        bench,
        resource,
        expecting(201, (answer) => (rowOf(answer)?.id === rowOf(first)?.id ? [] : ['another row was created'])),
      ),
    },
    sent,
  )
}

async function refusedBodies(bench: Bench, resource: Resource): Promise<void> {
  const path = createPath(resource)
  const required = requiredFields(resource.draft)
  const draft = (await bench.draft(resource)) ?? {}
  const naming = namingField(resource)
  const bodies = [
    { expects: 'a refusal that names every field that is required', body: {}, fields: required },
    { expects: 'a refusal that names the property it does not know', body: { ...draft, colour: 'red' }, fields: ['colour'] },
    {
      expects: `a refusal that names the field of the wrong type`,
      body: { ...draft, [naming]: { wrong: true } },
      fields: [naming],
    },
  ]
  for (const { expects, body, fields } of bodies)
    await bench.ask(
      'POST',
      path,
      { expects, judge: remembering(bench, resource, refused(422, 'invalid', namesFields(...fields))) },
      { body },
    )
}

async function takenValues(bench: Bench, resource: Resource): Promise<void> {
  const together = resource.uniqueTogether.length === 0 ? [] : [resource.uniqueTogether]
  for (const fields of [...resource.unique.map((field) => [field]), ...together]) {
    const holder = await bench.make(resource)
    const draft = await bench.draft(resource)
    const expects = `a refusal: ${fields.join(', ')} ${fields.length > 1 ? 'are' : 'is'} taken, and by whom`
    if (holder === null || draft === null) bench.leave('POST', createPath(resource), expects, 'no row could be made to hold it')
    else {
      const body = { ...draft, ...Object.fromEntries(fields.map((field) => [field, holder[field] ?? undefined])) }
      const judge = refused(409, 'taken', namesFields(fields.at(-1) ?? ''), ({ body: answer }) => {
        const { id, name } = objectOf(objectOf(answer)['holder'])
        return id === holder.id && name === holder[resource.title] ? [] : ['holder does not name the row that has it']
      })
      await bench.ask('POST', createPath(resource), { expects, judge: remembering(bench, resource, judge) }, { body })
    }
  }
}

/** A body of PUT: where the collection takes it, with the id in it. */
function changeOf({ updateAt }: Resource, id: string, change: object): object {
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

/** Rows that are made elsewhere: what they hold is sent again, so that they stay as they are however a backend reads it. */
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
  const gone = await bench.ask(
    'DELETE',
    path,
    { expects: 'nothing but that it is done', judge: expecting(204, isEmpty) },
    { headers: { 'if-match': `"${row.version}"` } },
  )
  if (gone === null) return
  bench.forget(row.id)
  const missing = { expects: 'a refusal: it is gone', judge: refused(404, 'not_found') }
  await bench.ask('GET', path, missing)
  await bench.ask('DELETE', path, missing)
}

const staleWords = 'a refusal with the row as it is now: If-Match names another version'

function isStale({ row: shape }: Resource, now: Row | null): Judge {
  return refused(412, 'stale', ({ body }) => {
    const given = objectOf(resultOf(body))
    if (given['id'] === undefined) return ['result does not hold the row as it is now']
    return [
      ...shapeFaults(shape, given, 'result'),
      ...(given['id'] === now?.id && given['version'] === now?.version ? [] : ['result is not the row as it is now']),
    ]
  })
}

/** The row holds these values; `fields`: only these of them. */
export function holds(values: Readonly<Record<string, unknown>>, fields = Object.keys(values)): Judge {
  return ({ body }) => {
    const row = objectOf(resultOf(body))
    return fields
      .filter((field) => !isSame(row[field] ?? null, values[field] ?? null))
      .map((field) => `${field} is ${excerpt(row[field])} instead of ${excerpt(values[field])}`)
  }
}

/** Deep, whatever the order of properties; what is null may be missing, and so may an object in which nothing is. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, at) => isSame(entry, other[at]))
  if (!isParts(one) && !isParts(other)) return one === other
  if (!isParts(one ?? {}) || !isParts(other ?? {})) return false
  const [a, b] = [objectOf(one), objectOf(other)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isSame(a[key] ?? null, b[key] ?? null))
}

function isParts(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isNewer({ version }: Row): Judge {
  return (answer) => ((rowOf(answer)?.version ?? 0) > version ? [] : ['its version is not above the one before'])
}

/** Remembers the row that came, expected or not, so that it is gone in the end. */
export function remembering(bench: Bench, resource: Resource, judge: Judge): Judge {
  return (answer) => {
    bench.keep(resource, rowOf(answer)?.id)
    return judge(answer)
  }
}
