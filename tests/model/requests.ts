import { transition } from 'xstate'
import { plantRequestMachine, type PlantRequestEvent } from '../../machines/plantRequestMachine'
import type { PlantProposal, PlantRequestStatus } from '../../src/contract/plantRequests'
import { transitionId } from '../support/chart'
import type { createCoverage } from './coverage'
import type { PlayedStep, PlayedTour } from '../../src/tools/model/played'
import { planWalks } from './walks'

/** One case of a plant request's life. To add one, add a row to `requestMoves`: both systems take it from then on. */
export interface RequestMove {
  readonly name: string
  readonly tell: string
  readonly in: readonly PlantRequestStatus[]
  readonly event: PlantRequestEvent
}

const id = '01890000-0000-7000-8000-000000000001'
/** A draft with all that a plant must have; a system puts ids of its own in. */
export const completeDraft: PlantProposal = {
  scientificName: 'Alocasia cuprea',
  humidityGroupId: id,
  temperatureGroupId: id,
  lightGroupId: id,
}
const open = ['requested', 'in_review', 'approved'] as const
const reject = { type: 'reject', reason: 'unverifiable', note: null, plantId: null } as const

/** The table. */
export const requestMoves: readonly RequestMove[] = [
  { name: 'review', tell: 'An administrator takes the request up.', in: ['requested', 'rejected'], event: { type: 'review' } },
  { name: 'approve', tell: 'The administrator approves it.', in: ['in_review'], event: { type: 'approve' } },
  {
    name: 'reject without a reason',
    tell: 'The administrator rejects it without a reason, and is refused.',
    in: open,
    event: { ...reject, reason: null },
  },
  { name: 'reject', tell: 'The administrator rejects it as unverifiable.', in: open, event: reject },
  {
    name: 'publish too early',
    tell: 'The administrator publishes it although its draft lacks a name, and is refused.',
    in: ['approved'],
    event: { type: 'publish', draft: { ...completeDraft, scientificName: null } },
  },
  {
    name: 'publish',
    tell: 'The administrator publishes it.',
    in: ['approved'],
    event: { type: 'publish', draft: completeDraft },
  },
]

/** A step of a tour. */
export interface RequestStep {
  readonly move: RequestMove
  readonly from: PlantRequestStatus
  readonly to: PlantRequestStatus
  /** The transition that is taken; none: it is refused. */
  readonly taken: readonly string[]
}

/** A system that a request lives in. */
export interface RequestDriver {
  /** Begins a request. */
  open(): Promise<void>
  /** Makes a move, or has it refused. */
  make(step: RequestStep): Promise<void>
  status(): Promise<string>
}

/** Every row in every status where it can happen. */
const steps: readonly RequestStep[] = requestMoves.flatMap((move) =>
  move.in.map((from) => {
    const before = plantRequestMachine.resolveState({ value: from })
    const [after] = transition(plantRequestMachine, before, move.event)
    const taken = plantRequestMachine.getTransitionData(before, move.event).map(transitionId)
    return { move, from, to: after.value, taken }
  }),
)

/** Tours that together take every row in every status. */
export function requestTours(seed: number): readonly { readonly name: string; readonly steps: readonly RequestStep[] }[] {
  const edges = steps.map((step) => ({ ...step, goal: `${step.from} ${step.move.name}` }))
  return planWalks('requested', edges, seed, 12).map((walk, at) => ({ name: `request-${at + 1}`, steps: walk }))
}

/** Plays a tour in a system. */
export async function playRequest(
  tour: ReturnType<typeof requestTours>[number],
  driver: RequestDriver,
  coverage: ReturnType<typeof createCoverage>,
): Promise<PlayedTour> {
  const began = performance.now()
  const played: PlayedStep[] = []
  const done = () => ({ name: tour.name, planned: tour.steps.length, steps: played, ms: Math.round(performance.now() - began) })
  await driver.open()
  coverage.rest('requested')
  for (const step of tour.steps) {
    const means = plantRequestMachine.getStateNodeById(`plantRequest.${step.to}`).description ?? ''
    played.push({ name: step.move.name, tell: step.move.tell, place: step.to, means })
    try {
      await driver.make(step)
      const status = await driver.status()
      if (status !== step.to) throw new Error(`It is ${status}, not ${step.to}`)
    } catch (error) {
      const shortest = [...wayTo(step.from), step].map(({ move }) => move.tell)
      return { ...done(), failure: { message: error instanceof Error ? error.message : String(error), shortest } }
    }
    for (const taken of step.taken) coverage.take(taken)
    coverage.rest(step.to)
  }
  return done()
}

/** The shortest way to a status. */
function wayTo(status: PlantRequestStatus): readonly RequestStep[] {
  const ways = new Map<PlantRequestStatus, readonly RequestStep[]>([['requested', []]])
  for (const [at, way] of ways)
    for (const step of steps) if (step.from === at && !ways.has(step.to)) ways.set(step.to, [...way, step])
  return ways.get(status) ?? []
}
