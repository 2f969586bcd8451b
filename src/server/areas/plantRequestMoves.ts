import { movesFrom, type PlantRequestEvent, type PlantRequestMove } from '../../../machines/plantRequestMachine'
import type { PlantProposal, PlantRequestStatus, RejectionReason } from '../../contract/plantRequests'
import type { Values } from '../crud/table'
import { impossible, refusal } from '../http/problems'

const moveTo: Readonly<Record<PlantRequestStatus, PlantRequestMove | null>> = {
  requested: null,
  in_review: 'review',
  approved: 'approve',
  published: 'publish',
  rejected: 'reject',
}
const words: Readonly<Record<PlantRequestStatus, string>> = {
  requested: 'requested',
  in_review: 'in review',
  approved: 'approved',
  published: 'published',
  rejected: 'rejected',
}
const deeds: Readonly<Record<PlantRequestMove, string>> = {
  review: 'put in review',
  approve: 'approved',
  publish: 'published',
  reject: 'rejected',
}

/** A request's status. */
export function statusOf(values: Values): PlantRequestStatus {
  return values['status'] as PlantRequestStatus
}

/** The event that leads to a status, with its data; throws 409 when none does. */
export function eventTo(from: PlantRequestStatus, to: PlantRequestStatus, values: Values): PlantRequestEvent {
  const type = moveTo[to]
  if (type === null || !movesFrom(from).includes(type)) throw refusal(409, 'conflict', impossibleMove(from, to))
  if (type === 'publish') return { type, draft: values['draft'] as PlantProposal }
  if (type !== 'reject') return { type }
  const { rejectionReason = null, rejectionNote = null, duplicateOfPlantId = null } = values
  return {
    type,
    reason: rejectionReason as RejectionReason | null,
    note: rejectionNote as string | null,
    plantId: duplicateOfPlantId as string | null,
  }
}

/** "This plant request is requested and cannot be published: it can be put in review or rejected". */
export function impossibleMove(from: PlantRequestStatus, to: PlantRequestStatus): string {
  const move = moveTo[to]
  const others = movesFrom(from).map((each) => deeds[each])
  return impossible('plant request', words[from], move === null ? 'requested again' : deeds[move], others)
}
