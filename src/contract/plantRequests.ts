import { object } from 'yup'
import { anyCount, identity, instant, oneOf, reference, text } from './fields'
import { plants, webAddress } from './plants'
import { lazy, resource, type DraftOf, type RowOf } from './resource'
import './users'

/** The statuses of a request; `machines/plantRequestMachine.ts` holds the transitions. */
export const plantRequestStatuses = ['requested', 'in_review', 'approved', 'published', 'rejected'] as const
export type PlantRequestStatus = (typeof plantRequestStatuses)[number]
/** Statuses of requests that are not decided or published yet; these count as demand. */
export const openStatuses = ['requested', 'in_review', 'approved'] as const satisfies readonly PlantRequestStatus[]

/** Reasons for a rejection. duplicate: the catalogue has that plant; other: the note gives the reason. */
export const rejectionReasons = ['duplicate', 'unverifiable', 'insufficient_data', 'not_a_plant', 'other'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** Maximum of characters of the note of a rejection. */
export const REJECTION_NOTE_MAX = 2000

/** The requested plant, with any known fields of a plant; its status is set on publishing. */
export const plantProposal = lazy(() =>
  plants.draft
    .omit(['status'])
    .partial()
    .shape({ scientificName: text(120, 2).nullable().label('Scientific name') }),
)

/** Fields that an administrator may change. A change of `status` is a transition; `published` has a call of its own. */
const draft = lazy(() =>
  object({
    requestedName: text(120, 2).required('Requested name is required').label('Requested name'),
    proposedScientificName: text(120).nullable().label('Proposed scientific name'),
    notes: text(4000).nullable().label('Notes'),
    sourceUrl: webAddress().nullable().label('Source'),
    draft: plantProposal().required().label('Draft'),
    status: oneOf(plantRequestStatuses).required('Status is required').label('Status'),
    rejectionReason: oneOf(rejectionReasons).nullable().label('Reason'),
    rejectionNote: text(REJECTION_NOTE_MAX).nullable().label('Note'),
    duplicateOfPlantId: reference('Plant').nullable().label('Duplicate of'),
  })
    .test('rejection', (value, context) => {
      if (value.status !== 'rejected') return true
      const { rejectionReason = null, rejectionNote = null } = value
      if (rejectionReason === null) return context.createError({ path: 'rejectionReason', message: 'A rejection needs a reason' })
      if (rejectionReason === 'other' && (rejectionNote ?? '') === '')
        return context.createError({ path: 'rejectionNote', message: 'Explain the reason in a note' })
      return true
    })
    .noUnknown(),
)

const row = lazy(() =>
  draft().shape({
    ...identity(),
    requesterUserId: reference('User').nullable().label('Requested by'),
    requesterName: text(121).nullable().label('Requested by'),
    /** The administrator who made the last transition; publishing keeps the one who approved it. */
    reviewerId: reference('User').nullable().label('Reviewer'),
    reviewerName: text(121).nullable().label('Reviewer'),
    /** When it was approved or rejected; publishing keeps it. */
    decidedAt: instant().nullable().label('Decided'),
    duplicateOfPlantName: text(210).nullable().label('Duplicate of'),
    publishedPlantId: reference('Plant').nullable().label('Published plant'),
    publishedPlantName: text(210).nullable().label('Published plant'),
    /** Open requests for the same name, ignoring case and blanks; includes this one while it is open. */
    demandCount: anyCount().label('Demand'),
  }),
)

/** Plants that users miss. Users request them in their own app; administrators decide here. */
export const plantRequests = resource({
  name: 'PlantRequest',
  nouns: { one: 'plant request', many: 'plant requests' },
  path: '/api/v1/plant_requests',
  ops: ['list', 'get', 'update'],
  draft,
  row,
  title: 'requestedName',
  // A restored version brings its contents back, and decides nothing.
  keptOnRestore: ['status', 'rejectionReason', 'rejectionNote', 'duplicateOfPlantId'],
  list: {
    sort: ['requestedName', 'demandCount', 'createdAt', 'decidedAt', 'updatedAt'],
    // Highest demand first, and of equal demand the oldest first.
    defaultSort: '-demandCount,createdAt',
    filter: () => ({
      status: oneOf(plantRequestStatuses).required(),
      rejectionReason: oneOf(rejectionReasons).required(),
      reviewerId: reference('User').required(),
      /** Requests for the name of this one. */
      sameNameAs: reference('PlantRequest').required(),
    }),
    search: ['requestedName', 'proposedScientificName'],
  },
})
export type PlantRequest = RowOf<typeof plantRequests>
export type PlantRequestDraft = DraftOf<typeof plantRequests>
export type PlantProposal = PlantRequestDraft['draft']

/** The draft with the proposed scientific name where it has none, so that nobody retypes it. */
export function proposedDraft({ draft, proposedScientificName }: Pick<PlantRequestDraft, 'draft' | 'proposedScientificName'>) {
  const proposed = proposedScientificName ?? ''
  return (draft.scientificName ?? '') === '' && proposed.length > 1 ? { ...draft, scientificName: proposed } : draft
}

/** The calls of plant requests beyond the standard ones. `publish` is specified; `counts` is an addition. */
export const plantRequestPaths = {
  /** GET: the number of requests in each status, of those that match the list's search and its filters by other fields. */
  counts: `${plantRequests.path}/counts`,
  /** POST: creates a published plant from an approved request; 409 in any other status. */
  publish: (requestId: string) => `${plantRequests.path}/publish/${encodeURIComponent(requestId)}`,
  /**
   * POST: publishes many, by ids or filter; skips and reports those that cannot be published. A call that repeats its Idempotency-Key publishes
   * what is left, and gets the answer for all.
   */
  publishMany: `${plantRequests.path}/bulk_publish`,
} as const

/** What the counts read of an address: the list's search and filters, without the status that they count by. */
export const plantRequestCounting = lazy(() => {
  const { status: _counted, ...filter } = plantRequests.list.filter
  return { list: { ...plantRequests.list, filter } }
})

/** The number of matching requests in each status. */
export const plantRequestCounts = lazy(() =>
  object({
    requested: anyCount().label('Requested'),
    in_review: anyCount().label('In review'),
    approved: anyCount().label('Approved'),
    published: anyCount().label('Published'),
    rejected: anyCount().label('Rejected'),
  }),
)
export type PlantRequestCounts = Readonly<Record<PlantRequestStatus, number>>
