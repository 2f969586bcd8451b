import type { SchemaDescription } from 'yup'
import { resources } from '../../contract/index'
import { createPath, itemPath, REASSIGN_PARAM, type Resource } from '../../contract/resource'
import { rowOf, type Bench, type Chapter } from './bench'
import { expecting, expectingJson, excerpt, isEmpty, objectOf, refused, type Judge } from './judge'
import { listOf } from './reading'
import { holds } from './rows'

/** Checks rows that others refer to: they cannot be deleted unless the others are reassigned. */
export function relationChapters(resource: Resource): Chapter[] {
  const user = userOf(resource)
  // A row with a file can be referred to only after its upload and release, which takes more than creating a row.
  if (!resource.reassigns || resource.finalWith !== null || user === null) return []
  return [{ name: 'stays while it is used', writes: true, run: (bench) => reassigned(bench, resource, user) }]
}

interface User {
  readonly resource: Resource
  /** The field that refers to the row. */
  readonly field: string
}

/** Finds a resource that can be created and refers to this one. */
function userOf({ name }: Resource): User | null {
  for (const other of resources as readonly Resource[]) {
    const fields = Object.entries(other.draft.describe().fields as Record<string, SchemaDescription>)
    const field = fields.find(([, { meta }]) => Object(meta)['reference'] === name)?.[0]
    if (field !== undefined && other.ops.includes('create')) return { resource: other, field }
  }
  return null
}

async function reassigned(bench: Bench, resource: Resource, { resource: other, field }: User): Promise<void> {
  const [row, heir, draft] = [await bench.make(resource), await bench.make(resource), await bench.draft(other)]
  const path = itemPath(resource, row?.id ?? '{id}')
  const expects = `a refusal: it is in use, and by which ${other.nouns.many}`
  if (row === null || heir === null || draft === null) return bench.leave('DELETE', path, expects, 'no rows could be made')
  const made = await bench.ask(
    'POST',
    createPath(other),
    {
      expects: `a ${other.nouns.one} that uses it`,
      judge: (answer) => {
        bench.keep(other, rowOf(answer)?.id)
        return expectingJson(201, holds({ [field]: row.id }))(answer)
      },
    },
    { body: { ...draft, [field]: row.id } },
  )
  const user = made === null ? null : rowOf(made)
  if (user === null) return
  const namesUser: Judge = ({ body }) => {
    const { total, rows } = objectOf(objectOf(body)['users'])
    const [named] = listOf(rows)
    return total === 1 && objectOf(named)['id'] === user.id ? [] : [`users is ${excerpt(objectOf(body)['users'])}`]
  }
  await bench.ask('DELETE', path, { expects, judge: refused(409, 'in_use', namesUser) })
  const optional = `giving those who use a ${resource.nouns.one} another one while it is deleted`
  const judge = expecting(204, isEmpty)
  const expectation = { expects: `nothing but that it is done: the ${other.nouns.one} has another one`, judge, optional }
  const answer = await bench.ask('DELETE', `${path}?${REASSIGN_PARAM}=${heir.id}`, expectation)
  if (answer === null) return
  await bench.ask('GET', itemPath(other, user.id), {
    expects: `the ${other.nouns.one} with the other ${resource.nouns.one}`,
    judge: expectingJson(200, holds({ [field]: heir.id })),
  })
}
