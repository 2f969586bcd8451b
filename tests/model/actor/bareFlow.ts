import { expect } from 'vitest'
import { createActor, fromPromise, SimulatedClock, type AnyActorRef, type AnyEventObject, type AnyStateMachine } from 'xstate'
import type { PlayedTour } from '../../../src/tools/model/played'
import { idle } from '../../support/session/virtualClock'
import { placeOf, type Flow, type FlowStep } from '../flow'
import { playTour, type MachineCoverage } from '../play'
import type { Tour } from '../table'

interface Call {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Plays a tour in the machine alone, as an actor: its calls wait for their outcome, and the test moves its clock. */
export async function playBare<System>(
  flow: Flow<System>,
  tour: Tour<FlowStep<System>>,
  coverage: MachineCoverage,
): Promise<PlayedTour> {
  const { start, stop, cause, actorNow } = bareActor(flow.machine, coverage, flow.input)
  start()
  const played = await playTour(tour, {
    machine: flow.machine,
    coverage,
    async perform({ event, taken, to, place }) {
      await cause(event)
      const real = actorNow().getSnapshot()
      expect(placeOf(real)).toBe(place)
      expect(coverage.sinceMark()).toEqual(expect.arrayContaining([...taken]))
      expect(real.context).toEqual(to.snapshot.context)
    },
    placeOf: ({ place }) => place,
    shortestWay: flow.tell,
  })
  stop()
  return played
}

function bareActor(machine: AnyStateMachine, coverage: MachineCoverage, input: object | undefined) {
  const pending = new Map<string, Call>()
  const waiting = fromPromise<unknown, unknown>(
    ({ self }) => new Promise((resolve, reject) => void pending.set(self.id, { resolve, reject })),
  )
  const { actors, delays } = machine.implementations
  const actorNames = Object.keys(actors)
  const clock = new SimulatedClock()
  const actor: AnyActorRef = createActor(
    machine.provide({ actors: Object.fromEntries(actorNames.map((name) => [name, waiting])) }),
    { clock, inspect: coverage.inspect, input },
  )

  /** Causes an event: settles a call, lets a delay pass, or sends the event. */
  async function cause(event: AnyEventObject): Promise<void> {
    const [, kind, id = ''] = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type) ?? []
    const delay = /^xstate\.after\.(\w+)\./.exec(event.type)?.[1]
    const call = pending.get(id)
    if (kind !== undefined && call === undefined) throw new Error(`Nobody waits for ${id}`)
    if (kind === 'done') call?.resolve(event['output'])
    else if (kind === 'error') call?.reject(event['error'])
    else if (delay !== undefined) clock.increment(Number(delays[delay]))
    else actor.send(event)
    await idle()
  }
  return { start: () => actor.start(), stop: () => actor.stop(), cause, actorNow: () => actor }
}
