import { setup, transition } from 'xstate'
import type { PlantProposal, PlantRequestStatus, RejectionReason } from '../src/contract/plantRequests'

/** What can be done with a request, and what it takes: a rejection its reason, publishing a draft that has what a plant must have. */
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
/** Every move, the way on before the way out. */
const plantRequestMoves: readonly PlantRequestMove[] = ['review', 'approve', 'publish', 'reject']

/** Fields without which no request is published: the name by which a plant is known, and what it needs. */
const publishingNeeds = ['scientificName', 'humidityGroupId', 'temperatureGroupId', 'lightGroupId'] as const
export type PublishingNeed = (typeof publishingNeeds)[number]

/** What a draft lacks before it can be published, in the form's order. */
export function missingFor(draft: PlantProposal): PublishingNeed[] {
  return publishingNeeds.filter((field) => (draft[field] ?? '') === '')
}

/** The life of a plant request. Server and console read the same one, so that what cannot be done is neither offered nor accepted. */
export const plantRequestMachine = setup({
  types: { events: {} as PlantRequestEvent },
  guards: {
    /** A rejection says why: a duplicate names its plant, another reason is written out. */
    hasReason: ({ event }) => {
      if (event.type !== 'reject' || event.reason === null) return false
      if (event.reason === 'duplicate') return event.plantId !== null
      return event.reason !== 'other' || (event.note ?? '').trim() !== ''
    },
    /** The draft has what a plant must have. */
    isComplete: ({ event }) => event.type === 'publish' && missingFor(event.draft).length === 0,
  },
}).createMachine({
  id: 'plantRequest',
  description: 'The life of a plant request, from the first wish to a plant of the catalogue.',
  initial: 'requested',
  states: {
    requested: {
      description: 'Asked for, and nobody has looked at it yet.',
      on: {
        review: { target: 'in_review', description: 'Somebody takes it up.' },
        reject: { target: 'rejected', guard: 'hasReason', description: 'Turned down at first sight.' },
      },
    },
    in_review: {
      description: 'Its draft is being checked and completed.',
      on: {
        approve: { target: 'approved', description: 'It belongs into the catalogue.' },
        reject: { target: 'rejected', guard: 'hasReason', description: 'Turned down after a look.' },
      },
    },
    approved: {
      description: 'Ready to become a plant once its draft is complete.',
      on: {
        publish: { target: 'published', guard: 'isComplete', description: 'A plant is made of its draft.' },
        reject: {
          target: 'rejected',
          guard: 'hasReason',
          description: 'Turned down after all, as when the catalogue has it already.',
        },
      },
    },
    rejected: {
      description: 'Turned down with a reason.',
      on: {
        review: { target: 'in_review', description: 'It gets a second look.' },
      },
    },
    published: {
      type: 'final',
      description: 'A plant of the catalogue. Nothing changes it any more.',
    },
  },
})

/** The status that a move leads to; null when it cannot be made from there, or not with what it brings. */
export function moved(from: PlantRequestStatus, event: PlantRequestEvent): PlantRequestStatus | null {
  const before = plantRequestMachine.resolveState({ value: from })
  const [after] = transition(plantRequestMachine, before, event)
  return after.value === from ? null : after.value
}

/** The moves that there are from a status, whatever they bring: the buttons of a request. */
export function movesFrom(status: PlantRequestStatus): readonly PlantRequestMove[] {
  const { ownEvents } = plantRequestMachine.getStateNodeById(`plantRequest.${status}`)
  return plantRequestMoves.filter((move) => ownEvents.includes(move))
}
