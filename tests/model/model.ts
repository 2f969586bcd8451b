import type { Grant } from '../../machines/authMachine'
import { cases, createChart, placeOf, type AuthSnapshot, type ChartEvent } from '../support/session/sessionChart'
import { moves } from './moves'
import type { Move, Place } from './moves/move'
import { answersTo, nothing, type Situation } from './situation'
import { createTable } from './table'

/** The state of a tour. */
export interface State {
  readonly place: Place
  readonly snapshot: AuthSnapshot | null
  readonly situation: Situation
}

/** One step of a tour: a row of the table, taken from one state to the next. */
export interface Story {
  readonly move: Move
  readonly from: State
  readonly to: State
  /** The event that the chart receives; null: it starts, or receives none. */
  readonly event: ChartEvent | null
  /** The answers to the chart's guards. */
  readonly answers: ReturnType<typeof answersTo>
  /** Transitions that the event takes at once. */
  readonly taken: readonly string[]
  /** How a refresh that nothing waits for any more ends, after the step. */
  readonly late: 'done' | 'offline' | null
  /** Whether a held request that nothing waits for any more ends, after the step. */
  readonly isRequestOver: boolean
}

const chart = createChart()
const start: State = { place: 'closed', snapshot: null, situation: nothing }

function isPossible({ place, situation }: State, move: Move): boolean {
  if (!move.in.includes(place)) return false
  if (typeof move.when === 'function') return move.when(situation, place)
  const conditions = Object.entries(move.when ?? {}) as [keyof Situation, unknown][]
  return conditions.every(([name, value]) => situation[name] === value)
}

/** Returns the chart's event of a row in this state. */
function eventOf({ event: name }: Move, { place, snapshot }: State): ChartEvent | null {
  if (name === null) return null
  const named = cases.filter((one) => one.name === name)
  const event = (named.length > 1 ? named.find((one) => one.event.type.endsWith(`.${place}`)) : named[0])?.event
  if (event === undefined)
    throw new Error(`There is no case "${name}" in ${place}: add it to tests/support/session/sessionChart.ts`)
  const { tokenId = null, subject = null } = snapshot?.context ?? {}
  if (event.type === 'token.rejected') return name.endsWith(', ours') ? { ...event, tokenId: tokenId ?? '' } : event
  const isOfSomeoneElse = name.endsWith('of someone else')
  return refreshedFor(isOfSomeoneElse ? `not ${subject}` : subject, event)
}

/** Makes a refresh return a token of the signed-in user, or of another one. */
function refreshedFor(subject: string | null, event: ChartEvent): ChartEvent {
  if (!('output' in event) || typeof event.output !== 'object' || event.output === null || !('grant' in event.output))
    return event
  return { ...event, output: { ...event.output, grant: { ...(event.output.grant as Grant), subject } } } as unknown as ChartEvent
}

/** Takes a row from a state. */
function take(from: State, move: Move): Story {
  const isOpening = move.event === null && (from.place === 'closed' || from.place === 'enrolled')
  const before: Situation = { ...from.situation, ...move.before }
  const answers = answersTo(before, move.finds ?? null)
  const event = eventOf(move, from)
  const snapshot =
    from.snapshot === null || isOpening
      ? chart.initial(answers)
      : event === null
        ? from.snapshot
        : chart.next(from.snapshot, event, answers).snapshot
  const after = typeof move.after === 'function' ? move.after(before) : move.after
  const situation = tidied({ ...before, ended: false, ...after }, from, snapshot)
  const to: State = { place: placeOf(snapshot) as Place, snapshot, situation }
  const isLeft = from.place === 'session.refreshing' && to.place !== from.place && !/\(refresh\),/.test(move.event ?? '')
  const isRequestOver =
    from.situation.request !== 'none' && situation.request === 'none' && !move.event?.startsWith('token.rejected')
  const late = isLeft ? (move.event === 'after(refreshTimeout)' ? 'offline' : 'done') : null
  const taken = from.snapshot === null || event === null ? [] : chart.taken(from.snapshot, event, answers)
  return { move, from, to, event, answers, taken, late, isRequestOver }
}

/** Drops what belongs to the session before, when the chart is a guest's. */
function tidied(situation: Situation, from: State, snapshot: AuthSnapshot): Situation {
  if (!snapshot.hasTag('guest')) return situation
  const isSending = snapshot.hasTag('busy')
  return {
    ...nothing,
    right: isSending ? situation.right : true,
    second: isSending && situation.second,
    passkey: isSending && situation.passkey,
    ended: from.snapshot?.hasTag('session') === true,
  }
}

/** States with the same key allow the same rows, with the same outcomes. */
function keyOf({ place, situation }: State): string {
  return `${place} ${JSON.stringify(situation)}`
}

/** Returns the goal of a step: tours take every row in every place, once for each outcome that differs by more than the situation. */
function goalOf({ move, from, to, taken }: Story): string {
  return [from.place, move.name, to.place, ...taken].join(' | ')
}

/** The session's table, ready to be walked. */
export const sessionTable = createTable({ name: 'tour', rows: moves, start, isPossible, take, keyOf, goalOf })
