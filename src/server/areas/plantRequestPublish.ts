import sql from 'sql-template-tag'
import type { AnyObject } from 'yup'
import { missingFor, moved, movesFrom } from '../../../machines/plantRequestMachine'
import type { BulkFailure, BulkOutcome } from '../../contract/bulk'
import { plantRequests, type PlantProposal } from '../../contract/plantRequests'
import { COMMON_NAME_LENGTH, COMMON_NAMES_MAX, plants } from '../../contract/plants'
import { audit, type Actor } from '../activity/audit'
import { labelOf, writeClash } from '../crud/clashes'
import { readRow, updateRows, type Row } from '../crud/table'
import { runChange, insertInto, lockFresh } from '../crud/write'
import type { Database, Queryable, Transaction } from '../db/database'
import { runPartOnce, type IdempotentRequest } from '../http/conditions'
import { invalid, isProblemError, placed, refusal } from '../http/problems'
import { validated } from '../http/body'
import { impossibleMove, statusOf } from './plantRequestMoves'
import { plantHooks } from './plants'

/** The language of a request's name, since requests do not state one. */
const REQUESTED_IN = 'en'

/** The path of a plant's field in a request. */
const inDraft = (field: string) => `draft.${field}`

/** Publishes a request; throws 412 with the current row when `ifMatch` names another version. */
export function publish(db: Database, id: string, ifMatch: string | undefined, actor: Actor): Promise<Row> {
  return runChange({ db, resource: plantRequests }, id, (tx) => publishIn(tx, id, ifMatch, actor))
}

/**
 * Publishes many requests, each in its own transaction, and continues past those that fail. A request that an earlier one has settled as a
 * duplicate is reported as failed. A repeated request publishes those that are left of the first one, and gets the answer for all.
 */
export async function publishAll(
  db: Database,
  ids: readonly string[],
  actor: Actor,
  request: IdempotentRequest | null,
): Promise<BulkOutcome> {
  const failed: BulkFailure[] = []
  for (const id of ids) failed.push(...(await runPartOnce(db, request, id, (tx) => publishOrRefuse(tx, id, actor))))
  return { done: ids.length - failed.length, failed }
}

/** Publishes one of many requests; returns its failure, if any. */
async function publishOrRefuse(tx: Transaction, id: string, actor: Actor): Promise<BulkFailure[]> {
  try {
    await tx.attempt(() => publishIn(tx, id, undefined, actor))
    return []
  } catch (error) {
    if (!isProblemError(error) || error.statusCode >= 500) throw error
    const [fault] = Object.values(error.details.fields ?? {})
    return [{ id, code: error.problemCode, message: fault ?? error.message }]
  }
}

/**
 * The transaction creates the plant, settles its request, and rejects all other open requests for the same name as its duplicates. A second
 * caller waits for the first and finds the request published (409 with that plant). A plant of the same name answers 409 `taken` with that
 * one.
 */
async function publishIn(tx: Transaction, id: string, ifMatch: string | undefined, actor: Actor): Promise<Row> {
  const siblings = await lockSiblings(tx, id)
  await lockFresh(tx, plantRequests, id, ifMatch)
  const before = await readRow(tx, plantRequests, id)
  const draft = before['draft'] as PlantProposal
  refuseUnready(before, draft)
  const plant = await insertPlant(tx, plantOf(withRequestedName(draft, String(before['requestedName']))), actor)
  await updateRows(tx, plantRequests, [id], { status: 'published', publishedPlantId: plant.id })
  const after = await readRow(tx, plantRequests, id)
  await audit(tx, { ...actor, action: 'published', subject: plantRequests.name, subjectId: id, before, after })
  for (const sibling of siblings) await settle(tx, sibling, plant.id, actor)
  return after
}

/** Inserts the plant in a savepoint: behind a clash, the transaction finds the plant that has the name. */
async function insertPlant(tx: Transaction, values: AnyObject, actor: Actor): Promise<Row> {
  try {
    return await tx.attempt(() => insertInto(tx, { resource: plants, hooks: plantHooks }, values, actor))
  } catch (error) {
    const clash = await writeClash(tx, plants, values, error)
    throw clash === error ? error : placed(clash, inDraft)
  }
}

/** Locks the open requests for the same name, in one order to avoid deadlocks; returns the ids of the others. */
async function lockSiblings(tx: Queryable, id: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select id from plant_requests
    where name_key = (select name_key from plant_requests where id = ${id}) and (is_open_request(status) or id = ${id})
    order by id for no key update`)
  return rows.map((row) => row.id).filter((other) => other !== id)
}

/** Rejects an open request as a duplicate of the new plant, if its status allows that. */
async function settle(tx: Queryable, id: string, plantId: string, actor: Actor): Promise<void> {
  const before = await readRow(tx, plantRequests, id)
  if (moved(statusOf(before), { type: 'reject', reason: 'duplicate', note: null, plantId }) === null) return
  const changes = {
    status: 'rejected',
    rejectionReason: 'duplicate',
    duplicateOfPlantId: plantId,
    reviewerId: actor.userId,
    decidedAt: sql`now()`,
  }
  await updateRows(tx, plantRequests, [id], changes)
  const after = await readRow(tx, plantRequests, id)
  await audit(tx, { ...actor, action: 'updated', subject: plantRequests.name, subjectId: id, before, after })
}

/** Adds the requested name to the draft's common names, unless it is too long for one, or the plant has that name already. */
function withRequestedName(draft: PlantProposal, requestedName: string): PlantProposal {
  const spaced = (name: string) => name.trim().replace(/\s+/g, ' ')
  const key = (name: string) => spaced(name).normalize('NFC').toLowerCase()
  const commonNames = draft.commonNames ?? []
  const names = [draft.scientificName ?? '', ...(draft.synonyms ?? []), ...commonNames.map(({ name }) => name)]
  const name = spaced(requestedName)
  if (name.length > COMMON_NAME_LENGTH || commonNames.length >= COMMON_NAMES_MAX) return draft
  if (names.some((each) => key(each) === key(name))) return draft
  return { ...draft, commonNames: [...commonNames, { lang: REQUESTED_IN, name }] }
}

/** Throws 409 unless the request is approved, and 422 for missing fields of its draft. */
function refuseUnready(before: Row, draft: PlantProposal): void {
  const from = statusOf(before)
  if (!movesFrom(from).includes('publish')) throw refusal(409, 'conflict', impossibleMove(from, 'published'), madeAlready(before))
  if (moved(from, { type: 'publish', draft }) === null)
    throw invalid(new Map(missingFor(draft).map((field) => [inDraft(field), `${labelOf(plants, field)} is required to publish`])))
}

/** The plant published before, for a second attempt. */
function madeAlready({ publishedPlantId, publishedPlantName }: Row) {
  if (typeof publishedPlantId !== 'string' || typeof publishedPlantName !== 'string') return {}
  return { holder: { id: publishedPlantId, name: publishedPlantName } }
}

function plantOf(draft: PlantProposal): AnyObject {
  try {
    return validated(plants.draft, { ...draft, status: 'published' })
  } catch (error) {
    throw placed(error, inDraft)
  }
}
