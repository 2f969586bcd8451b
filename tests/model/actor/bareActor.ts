import { expect } from 'vitest'
import { createActor, fromPromise, SimulatedClock, type ActorRefFrom } from 'xstate'
import type { authMachine } from '../../../machines/authMachine'
import { CODE, createChart, PASSWORD, placeOf, type ChartEvent } from '../../support/session/sessionChart'
import { idle } from '../../support/session/virtualClock'
import type { Driver } from '../driver'
import type { Story } from '../model'
import type { MachineCoverage } from '../play'

interface Call {
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  readonly signal: AbortSignal
}

const calls = ['signIn', 'signUp', 'socialSignIn', 'verify', 'forgotPassword', 'refresh'] as const

/**
 * Runs the chart alone, as an actor: its calls wait for their outcome, the test moves its clock, and the step's situation answers its
 * guards.
 */
export function createBareActor(coverage: MachineCoverage): Driver & { stop(): void } {
  const chart = createChart()
  const pending = new Map<string, Call>()
  const waiting = (id: string) =>
    fromPromise<never, never>(({ signal }) => new Promise((resolve, reject) => void pending.set(id, { resolve, reject, signal })))
  const machine = chart.machine.provide({ actors: Object.fromEntries(calls.map((id) => [id, waiting(id)])) })
  let clock = new SimulatedClock()
  let actor: ActorRefFrom<typeof authMachine> | null = null
  let step: Story | null = null

  function open(): void {
    actor?.stop()
    pending.clear()
    clock = new SimulatedClock()
    actor = createActor(machine, { clock, inspect: coverage.inspect }).start()
  }

  /** Causes the step's event: settles a call, lets a delay pass, or sends the event. */
  async function cause(event: ChartEvent | null): Promise<void> {
    if (event === null) return
    const [, kind, id = ''] = /^xstate\.(done|error)\.actor\.(\w+)$/.exec(event.type) ?? []
    const delay = /^xstate\.after\.(\w+)\./.exec(event.type)?.[1]
    const call = pending.get(id)
    if (kind !== undefined && call === undefined) throw new Error(`Nobody waits for ${id}`)
    if (kind === 'done' && 'output' in event) call?.resolve(event.output as never)
    else if (kind === 'error' && 'error' in event) call?.reject(event.error)
    else if (delay !== undefined) clock.increment(chart.delayOf(delay))
    else actor?.send(event)
    await idle()
  }

  const act = () => cause(step?.event ?? null)
  const nothing = () => Promise.resolve()
  return {
    async begin(story) {
      step = story
      chart.look(story.answers)
      await nothing()
    },
    async open() {
      open()
      await nothing()
    },
    submit: act,
    verify: act,
    click: act,
    ask: act,
    remote: act,
    elapse: act,
    wake: act,
    // The guards' answers already contain what these cause.
    local: nothing,
    sleep: nothing,
    async settle(call, outcome) {
      const isOver = step?.late !== null && pending.get(call)?.signal.aborted === true
      if (isOver) pending.get(call)?.resolve({ kind: 'rotated', tokenId: 'late', durable: true } as never)
      else if (call === 'reload' && outcome === 'done') open()
      else if (call !== 'reload' && !(call === 'request' && step?.isRequestOver)) await act()
      await idle()
    },
    async expectState({ to, taken }) {
      const { place, snapshot } = to
      if (actor === null || snapshot === null) throw new Error('The actor was never started')
      const real = actor.getSnapshot()
      expect(placeOf(real)).toBe(place)
      expect(coverage.sinceMark()).toEqual(expect.arrayContaining([...taken]))
      expect(real.context).toEqual(snapshot.context)
      for (const secret of [PASSWORD, CODE]) expect(JSON.stringify(real.context)).not.toContain(secret)
      await nothing()
    },
    stop() {
      actor?.stop()
    },
  }
}
