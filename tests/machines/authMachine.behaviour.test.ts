import { describe, expect, it } from 'vitest'
import { nodesOf, transitionId, transitionsOf } from '../support/session/chart'
import {
  cases,
  createChart,
  PASSWORD,
  placeOf,
  reach,
  stanceOf,
  worldNames,
  type AuthSnapshot,
} from '../support/session/sessionChart'

const chart = createChart()
const states = reach(chart)

interface Step {
  readonly from: AuthSnapshot
  readonly to: AuthSnapshot
  readonly name: string
  readonly world: (typeof worldNames)[number]
  readonly effects: readonly string[]
  readonly taken: readonly string[]
}

const steps: Step[] = [...states.values()].flatMap((from) =>
  worldNames.flatMap((world) =>
    cases.flatMap(({ name, event }) => {
      const taken = chart.taken(from, event, world)
      if (taken.length === 0) return []
      const { snapshot, effects } = chart.next(from, event, world)
      return [{ from, to: snapshot, name, world, effects, taken }]
    }),
  ),
)

/** Writes one row for each state, event and outcome, with all the worlds that lead there. */
function table(): string {
  const rows = new Map<string, string[]>()
  for (const { from, to, name, world, effects } of steps) {
    const { epoch, failures } = to.context
    const turn = epoch > from.context.epoch ? ', next epoch' : ''
    const failed = failures > 0 ? `, failures ${failures}` : ''
    const outcome = `${stanceOf(to)}${turn}${failed}${effects.length > 0 ? ` / ${effects.join(', ')}` : ''}`
    const key = `${stanceOf(from)} | ${name} | ${outcome}`
    rows.set(key, [...(rows.get(key) ?? []), world])
  }
  return `${[...rows].map(([key, found]) => `${key} | ${found.length === worldNames.length ? 'always' : found.join('; ')}`).join('\n')}\n`
}

describe('authMachine, in every world', () => {
  it('behaves as it was reviewed', async () => {
    await expect(table()).toMatchFileSnapshot('./authMachine.behaviour.txt')
  })

  it('starts according to the content of storage', () => {
    const begin = Object.fromEntries(worldNames.map((world) => [world, placeOf(chart.initial(world))]))
    expect(begin).toEqual({
      due: 'session.authenticated',
      'ended session written again': 'session.authenticated',
      'fresh token stored': 'session.authenticated',
      'garbage stored': 'guest.noToken',
      'half a token stored': 'guest.noToken',
      'old token stored': 'session.refreshing',
      'old token stored, too soon': 'session.expired',
      quiet: 'guest.noToken',
      'rotated elsewhere': 'session.authenticated',
      'someone else stored': 'session.authenticated',
      'storage empty': 'guest.noToken',
      'storage empty, token out': 'guest.noToken',
    })
  })

  it('reaches every lasting state', () => {
    const passing = ['auth.booting', 'auth.session.settling']
    const lasting = nodesOf(chart.machine).filter(({ type, id }) => type === 'atomic' && !passing.includes(id))
    expect([...new Set([...states.values()].map(placeOf))].toSorted()).toEqual(
      lasting.map(({ id }) => id.replace('auth.', '')).toSorted(),
    )
  })

  it('takes every transition', () => {
    const eventless = ['auth.booting', 'auth.session.settling', 'auth.session.expired']
    const all = nodesOf(chart.machine)
      .flatMap(transitionsOf)
      .filter(({ source, eventType }) => eventType !== '' || !eventless.includes(source.id))
      .map(transitionId)
    const taken = new Set(steps.flatMap((step) => step.taken))
    expect(all.filter((id) => !taken.has(id))).toEqual([])
  })

  it('has a token exactly while a session lasts or the page reloads into one', () => {
    for (const { from, to, name } of steps) {
      const holds = to.hasTag('session') || to.matches('enrolled')
      expect(to.context.tokenId !== null, `${placeOf(from)} ${name}`).toBe(holds)
    }
  })

  it('increments the epoch only when a session begins, ends or changes its user', () => {
    const turns = /^emits (session\.(started|ended|switched)|signedUp)/
    for (const { from, to, effects, name } of steps) {
      // A page that did not reload continues with the session that it has already started.
      const expected = effects.some((effect) => turns.test(effect)) && !from.matches('enrolled') ? 1 : 0
      expect(to.context.epoch - from.context.epoch, `${placeOf(from)} ${name}`).toBe(expected)
    }
  })

  it('keeps no password in its context, nor in a snapshot after the call', () => {
    for (const { to, from, name } of steps) {
      expect(JSON.stringify(to.context), `${placeOf(from)} ${name}`).not.toContain(PASSWORD)
    }
  })

  it('ends a session by a rejection only when a refresh is refused, or the live token that it brought for a refused one', () => {
    const ended = steps.filter(({ from, to }) => from.hasTag('session') && to.context.reason === 'rejected')
    const [byToken, byRefresh] = [true, false].map((is) => ended.filter(({ name }) => name.startsWith('token') === is))
    expect(new Set(byRefresh?.map(({ name }) => name))).toEqual(new Set(['error(refresh), 401']))
    expect(new Set(byToken?.map(({ from }) => stanceOf(from)))).toEqual(new Set(['session.authenticated after a refused token']))
    expect(byToken?.filter(({ world }) => world.startsWith('old'))).toEqual([])
  })

  it('signs out in one step from every session state, in every world', () => {
    const outs = steps.filter(({ name }) => name === 'signOut')
    expect(new Set(outs.map(({ from }) => placeOf(from)))).toEqual(
      new Set([...states.values()].map(placeOf).filter((place) => place.startsWith('session'))),
    )
    for (const { to, effects } of outs) {
      expect(placeOf(to)).toBe('guest.signedOut')
      expect(effects[0]).toBe('clearStorage')
    }
  })
})
