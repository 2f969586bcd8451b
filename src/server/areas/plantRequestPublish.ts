import type { AnyObject } from 'yup'
import { missingFor, moved, movesFrom } from '../../../machines/plantRequestMachine'
import { plantRequests, type PlantProposal } from '../../contract/plantRequests'
import { plants } from '../../contract/plants'
import { audit } from '../activity/audit'
import { writeClash } from '../crud/clashes'
import type { Actor } from '../crud/hooks'
import { updateRow } from '../crud/rows'
import type { Row } from '../crud/table'
import { insertInto, isStale, lockFresh, read, withRow } from '../crud/write'
import type { Database } from '../db/database'
import { isProblemError, refusal } from '../http/problems'
import { invalid, validated } from '../http/validate'
import { impossible, statusOf } from './plantRequestMoves'
import { plantHooks } from './plants'

/**
 * Rule 10: one transaction makes the plant and settles its request. A second caller waits for the first and finds it published
 * (409 with that plant). A plant of the same name: 409 `taken` with that one.
 */
export async function publish(db: Database, id: string, ifMatch: string | undefined, actor: Actor): Promise<Row> {
  let values: AnyObject = {}
  try {
    return await db.transaction(async (tx) => {
      await lockFresh(tx, plantRequests, id, ifMatch)
      const before = await read(tx, plantRequests, id)
      const draft = before['draft'] as PlantProposal
      refuseUnready(before, draft)
      values = plantOf(draft)
      const plant = await insertInto(tx, { resource: plants, hooks: plantHooks }, values, actor)
      await updateRow(tx, plantRequests, id, { status: 'published', publishedPlantId: plant.id, reviewerId: actor.userId })
      const after = await read(tx, plantRequests, id)
      await audit(tx, { ...actor, action: 'published', subject: plantRequests.name, subjectId: id, before, after })
      return after
    })
  } catch (error) {
    throw isStale(error) ? await withRow(db, plantRequests, id, error) : await clashOf(db, values, error)
  }
}

/** 409 unless it is approved, 422 for what its draft lacks. */
function refuseUnready(before: Row, draft: PlantProposal): void {
  const from = statusOf(before)
  if (!movesFrom(from).includes('publish')) throw refusal(409, 'conflict', impossible(from, 'published'), madeAlready(before))
  if (moved(from, { type: 'publish', draft }) === null)
    throw invalid(new Map(missingFor(draft).map((field) => [`draft.${field}`, `${labelOf(field)} is needed to publish`])))
}

/** The plant that was already made, for a second attempt to publish. */
function madeAlready({ publishedPlantId, publishedPlantName }: Row) {
  if (typeof publishedPlantId !== 'string' || typeof publishedPlantName !== 'string') return {}
  return { holder: { id: publishedPlantId, name: publishedPlantName } }
}

function plantOf(draft: PlantProposal): AnyObject {
  try {
    return validated(plants.draft, { ...draft, status: 'published' })
  } catch (error) {
    throw ofDraft(error)
  }
}

async function clashOf(db: Database, values: AnyObject, error: unknown): Promise<unknown> {
  const clash = await writeClash(db, plants, values, error)
  return clash === error ? error : ofDraft(clash)
}

/** What is wrong with the plant is wrong with the request's draft. */
function ofDraft(error: unknown): unknown {
  if (!isProblemError(error)) return error
  const { statusCode, problemCode, message, details } = error
  const fields = Object.fromEntries(Object.entries(details.fields ?? {}).map(([path, sentence]) => [`draft.${path}`, sentence]))
  return refusal(statusCode, problemCode, message, { ...details, fields })
}

function labelOf(field: string): string {
  const description = plants.draft.describe().fields[field]
  return description !== undefined && 'label' in description && description.label !== undefined ? description.label : field
}
