import { plantRequestMachine, type PlantRequestEvent } from '../../machines/plantRequestMachine'
import type { PlantProposal } from '../../src/contract/plantRequests'
import { flowOf, type Case } from './flow'

/** A system that a plant request runs in. */
interface RequestSystem {
  /** Makes a move, allowed or refused. */
  make(event: PlantRequestEvent): Promise<void>
}

const id = '01890000-0000-7000-8000-000000000001'
/** A draft with all that a plant requires; a system inserts its own ids. */
const completeDraft: PlantProposal = {
  scientificName: 'Alocasia cuprea',
  humidityGroupId: id,
  temperatureGroupId: id,
  lightGroupId: id,
}
const open = ['requested', 'in_review', 'approved']
const reject = { type: 'reject', reason: 'unverifiable', note: null, plantId: null } as const

const move = (name: string, tell: string, from: readonly string[], event: PlantRequestEvent) => ({
  name,
  tell,
  in: from,
  event,
  drive: (system: RequestSystem) => system.make(event),
})

/** The table of a plant request's life. To add a case, add a row: both systems take it from then on. */
const cases: readonly Case<unknown, PlantRequestEvent, RequestSystem>[] = [
  move('review', 'An administrator takes the request up.', ['requested', 'rejected'], { type: 'review' }),
  move('approve', 'The administrator approves it.', ['in_review'], { type: 'approve' }),
  move('reject without a reason', 'The administrator rejects it without a reason, and is refused.', open, {
    ...reject,
    reason: null,
  }),
  move('reject', 'The administrator rejects it as unverifiable.', open, reject),
  move('publish too early', 'The administrator publishes it although its draft lacks a name, and is refused.', ['approved'], {
    type: 'publish',
    draft: { ...completeDraft, scientificName: null },
  }),
  move('publish', 'The administrator publishes it.', ['approved'], { type: 'publish', draft: completeDraft }),
]

export const requestFlow = flowOf({ machine: plantRequestMachine, name: 'request', cases })
