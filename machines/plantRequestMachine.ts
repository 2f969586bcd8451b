import { setup, transition } from 'xstate'
import type { PlantProposal, PlantRequestStatus, RejectionReason } from '../src/contract/plantRequests'

/** Events of a plant request and their payload: a rejection carries its reason, publishing a draft with everything a plant needs. */
export type PlantRequestEvent =
  | { readonly type: 'review' }
  | { readonly type: 'approve' }
  | {
      readonly type: 'reject'
      readonly reason: RejectionReason | null
      readonly note: string | null
      readonly plantId: string | null
    }
  | { readonly type: 'publish'; readonly draft: PlantProposal }
/** The name of a move. */
export type PlantRequestMove = PlantRequestEvent['type']
/** Every move: those that advance the request first, then those that close it. */
const plantRequestMoves: readonly PlantRequestMove[] = ['review', 'approve', 'publish', 'reject']

/** Fields that publishing requires: the name that identifies the plant, and its care groups. */
const publishingNeeds = ['scientificName', 'humidityGroupId', 'temperatureGroupId', 'lightGroupId'] as const
export type PublishingNeed = (typeof publishingNeeds)[number]

/** The required fields that a draft lacks, in the form's order. */
export function missingFor(draft: PlantProposal): PublishingNeed[] {
  return publishingNeeds.filter((field) => (draft[field] ?? '') === '')
}

/**
 * The life cycle of a plant request. Server and console share it: the console offers, and the server accepts, only moves that the status
 * allows.
 */
export const plantRequestMachine = setup({
  types: { events: {} as PlantRequestEvent },
  guards: {
    /** A rejection needs a reason: a duplicate names its plant, `other` needs a note. */
    hasReason: ({ event }) => {
      if (event.type !== 'reject' || event.reason === null) return false
      if (event.reason === 'duplicate') return event.plantId !== null
      return event.reason !== 'other' || (event.note ?? '').trim() !== ''
    },
    /** The draft has every field that a plant requires. */
    isComplete: ({ event }) => event.type === 'publish' && missingFor(event.draft).length === 0,
  },
}).createMachine({
  id: 'plantRequest',
  description: 'A plant request, from its submission until it is published as a plant.',
  initial: 'requested',
  states: {
    requested: {
      description: 'Submitted; no administrator has reviewed it yet.',
      on: {
        review: { target: 'in_review', description: 'An administrator starts the review.' },
        reject: { target: 'rejected', guard: 'hasReason', description: 'An administrator rejects it without a review.' },
      },
    },
    in_review: {
      description: 'An administrator checks and completes its draft.',
      on: {
        approve: { target: 'approved', description: 'An administrator approves it for the catalogue.' },
        reject: { target: 'rejected', guard: 'hasReason', description: 'An administrator rejects it after the review.' },
      },
    },
    approved: {
      description: 'Approved; it can be published once its draft is complete.',
      on: {
        publish: {
          target: 'published',
          guard: 'isComplete',
          description: 'An administrator publishes it: its draft becomes a plant of the catalogue.',
        },
        reject: {
          target: 'rejected',
          guard: 'hasReason',
          description: 'An administrator rejects it after all, for example because the catalogue has the plant.',
        },
      },
    },
    rejected: {
      description: 'Rejected with a reason.',
      on: {
        review: { target: 'in_review', description: 'An administrator reviews it again.' },
      },
    },
    published: {
      type: 'final',
      description: 'Published as a plant. The request can no longer change.',
    },
  },
})

/** The status after a move; null when the status does not allow the move, or a guard rejects its payload. */
export function moved(from: PlantRequestStatus, event: PlantRequestEvent): PlantRequestStatus | null {
  const before = plantRequestMachine.resolveState({ value: from })
  const [after] = transition(plantRequestMachine, before, event)
  return after.value === from ? null : after.value
}

/** The moves that a status allows, whatever their payload: a request's buttons. */
export function movesFrom(status: PlantRequestStatus): readonly PlantRequestMove[] {
  const { ownEvents } = plantRequestMachine.getStateNodeById(`plantRequest.${status}`)
  return plantRequestMoves.filter((move) => ownEvents.includes(move))
}
