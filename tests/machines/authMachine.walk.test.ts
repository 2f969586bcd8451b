import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { runsOf } from '../model/settings'
import { seed } from '../support/full'
import { nodesOf, transitionId, transitionsOf } from '../support/session/chart'
import {
  cases,
  createChart,
  PASSWORD,
  placeOf,
  worldNames,
  type AuthSnapshot,
  type ChartEvent,
  type World,
} from '../support/session/sessionChart'
import { idle } from '../support/session/virtualClock'

const RUNS = runsOf(40)
/** How many times so many walks are taken until each transition has been seen. */
const ROUNDS_MAX = 10

interface Pending {
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  readonly signal: AbortSignal
}

/** Runs the chart as an actor; the walk answers its calls and moves its clock. */
function run(world: World, seen: Set<string>) {
  const chart = createChart()
  const pending = new Map<string, Pending>()
  const left: Pending[] = []
  const answered = (id: string) =>
    fromPromise<never, never>(
      ({ signal }) =>
        new Promise((resolve, reject) => {
          pending.set(id, { resolve, reject, signal })
        }),
    )
  const ids = ['signIn', 'signUp', 'socialSignIn', 'verify', 'forgotPassword', 'refresh'] as const
  const clock = new SimulatedClock()
  const model = { at: chart.initial(world) }
  const actors = Object.fromEntries(ids.map((id) => [id, answered(id)]))
  const actor = createActor(chart.machine.provide({ actors }), { clock }).start()

  /** Causes an event: settles a call, lets a delay pass, or sends the event. */
  async function cause(event: ChartEvent): Promise<void> {
    const [, kind, id = ''] = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type) ?? []
    const delay = /^xstate\.after\.(\w+)\./.exec(event.type)?.[1]
    const before = [...pending]
    if (kind === 'done' && 'output' in event) pending.get(id)?.resolve(event.output as never)
    else if (kind === 'error' && 'error' in event) pending.get(id)?.reject(event.error)
    else if (delay !== undefined) clock.increment(chart.delayOf(delay))
    else actor.send(event)
    await idle()
    for (const [key, call] of before) {
      if (!call.signal.aborted) continue
      left.push(call)
      if (pending.get(key) === call) pending.delete(key)
    }
  }

  /** Answers calls that nothing waits for any more. */
  async function answerLate(): Promise<void> {
    for (const { resolve } of left.splice(0)) resolve({ tokenId: 'late', kind: 'rotated', durable: true } as never)
    await idle()
  }

  /** Takes one of the events that lead to another state in this world. */
  async function step(choice: number, next: World): Promise<void> {
    const possible = cases.filter((one) => chart.taken(model.at, one.event, next).length > 0)
    const untried = possible.filter((one) => chart.taken(model.at, one.event, next).some((id) => !seen.has(id)))
    const among = untried.length > 0 && choice % 2 === 0 ? untried : possible
    const event = among[choice % among.length]?.event
    if (event === undefined) return
    for (const id of chart.taken(model.at, event, next)) seen.add(id)
    const from = model.at
    model.at = chart.next(from, event, next).snapshot
    await cause(event)
    same(actor.getSnapshot(), model.at, `${placeOf(from)}, ${event.type}, ${next}`)
  }

  return { step, answerLate, check: () => same(actor.getSnapshot(), model.at, 'late answers'), stop: () => actor.stop() }
}

function same(real: AuthSnapshot, expected: AuthSnapshot, after: string): void {
  expect(placeOf(real), after).toBe(placeOf(expected))
  expect(real.context, after).toEqual(expected.context)
  expect(JSON.stringify(real.context), after).not.toContain(PASSWORD)
  expect(real.context.tokenId !== null, after).toBe(real.hasTag('session') || real.matches('enrolled'))
  // The environment actor, and in a busy state the one call it waits for.
  const running = Object.values(real.children).filter((child) => child?.getSnapshot().status === 'active')
  expect(running.length, after).toBe(real.hasTag('busy') ? 2 : 1)
}

const move = fc.tuple(fc.nat(1_000), fc.constantFrom(...worldNames), fc.boolean())

describe('authMachine, running', () => {
  it(
    'does what its chart says on every random walk, and late answers change nothing',
    { timeout: 60_000 + RUNS * 1_000 },
    async () => {
      const seen = new Set<string>()
      const walk = fc.asyncProperty(
        fc.constantFrom(...worldNames),
        fc.array(move, { size: 'max', maxLength: 80 }),
        async (world, moves) => {
          const walked = run(world, seen)
          for (const [event, next, isLate] of moves) {
            await walked.step(event, next)
            if (isLate) await walked.answerLate()
            walked.check()
          }
          walked.stop()
        },
      )
      const all = nodesOf(createChart().machine)
        .flatMap(transitionsOf)
        .filter(({ eventType }) => eventType !== '')
        .map(transitionId)
      const missing = () => all.filter((id) => !seen.has(id))
      // Some seeds take more walks than others to come through every transition.
      for (let round = 0; round === 0 || (round < ROUNDS_MAX && missing().length > 0); round += 1)
        await fc.assert(walk, { numRuns: RUNS, seed: seed + round })
      expect(missing()).toEqual([])
    },
  )

  it.each([
    ['signingIn', 'signIn', 30_000],
    ['signingUp', 'signUp', 30_000],
    ['socialSigningIn', 'socialSignIn google', 180_000],
    ['requestingReset', 'forgotPassword', 30_000],
  ])('leaves %s after its time and not before', (state, name, ms) => {
    const clock = new SimulatedClock()
    const actor = createActor(createChart().machine, { clock }).start()
    const event = cases.find((one) => one.name === name)?.event
    if (event !== undefined) actor.send(event)
    clock.increment(ms - 1)
    expect(placeOf(actor.getSnapshot())).toBe(`guest.${state}`)
    clock.increment(1)
    expect(placeOf(actor.getSnapshot())).toBe('guest.noToken')
    actor.stop()
  })
})
