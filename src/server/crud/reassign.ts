import type { SchemaFieldDescription } from 'yup'
import { ID_PATTERN } from '../../contract/fields'
import { resources } from '../../contract/index'
import { REASSIGN_PARAM, type Resource } from '../../contract/resource'
import type { Queryable } from '../db/database'
import { invalid } from '../http/problems'
import { badQuery } from '../http/query'
import type { Actor } from '../activity/audit'
import type { Reassignment } from './hooks'
import { moveReferences } from './references'
import { lockRows, notFound } from './table'
import type { Writer } from './write'

/** Reads the successor's id from the query of a DELETE; null when absent. */
export function readReassignTo(resource: Resource, query: unknown): string | null {
  const value: unknown = Object.entries(query ?? {}).find(([name]) => name === REASSIGN_PARAM)?.[1]
  if (value === undefined) return null
  const sentence = resource.reassigns ? `${REASSIGN_PARAM} must be one id` : `${REASSIGN_PARAM} is not a parameter of this call`
  if (resource.reassigns && typeof value === 'string' && ID_PATTERN.test(value)) return value
  throw badQuery({ [REASSIGN_PARAM]: sentence })
}

/** Moves all references from one row to another; each moved row gets a new version and an audit entry. */
export async function reassign({ resource, hooks }: Writer, tx: Queryable, ids: Reassignment, actor: Actor): Promise<void> {
  if (ids.from === ids.to) throw successorFault(resource)
  const [target] = await lockRows(tx, resource, [ids.to])
  if (target === undefined) throw invalid(new Map([[REASSIGN_PARAM, notFound(resource).message]]))
  await hooks.beforeReassign?.(tx, ids, actor)
  for (const other of resources as readonly Resource[])
    for (const field of referencesTo(resource, other))
      await moveReferences(tx, other, field, { from: [ids.from], to: ids.to }, actor)
  await hooks.derivedData?.recompute(tx, [ids.to])
}

/** The 422 for a row named as its own successor. */
export function successorFault({ nouns }: Pick<Resource, 'nouns'>): Error {
  return invalid(new Map([[REASSIGN_PARAM, `Choose another ${nouns.one} than the deleted one`]]))
}

/** Fields of another resource's draft that refer to this one. */
function referencesTo({ name }: Resource, other: Resource): string[] {
  const refers = (field: SchemaFieldDescription) => 'meta' in field && Object(field.meta)['reference'] === name
  return Object.entries(other.draft.describe().fields).flatMap(([field, described]) => (refers(described) ? [field] : []))
}
