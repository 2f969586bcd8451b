import { createPath, itemPath, type Resource } from '../../contract/resource'
import { rowOf, writingChapter, type Bench, type Chapter } from './bench'
import { expecting, expectingJson, hasEtag, hasResult, namesFields, objectOf, refused } from './judge'
import { holds, remembering } from './rows'
import { namingField, requiredFields } from './samples'

/** Checks how every area creates rows. */
export function creatingChapters(resource: Resource): Chapter[] {
  if (!resource.ops.includes('create')) return []
  return [
    writingChapter(resource, `creates a ${resource.nouns.one}`, created),
    writingChapter(resource, 'creates once what is sent twice with one key', createdOnce),
    writingChapter(resource, 'refuses a body that is not right', refusedBodies),
    writingChapter(resource, 'refuses what another row holds', takenValues),
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
  const sent = { body, headers: { 'idempotency-key': bench.namer.key() } }
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
    // Before the holder, whose firmware version is later then: a firmware updates from no later version than its own.
    const draft = await bench.draft(resource)
    const holder = await bench.make(resource)
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
