import type { Grant } from '../../machines/authMachine'
import { cases, createChart, placeOf, type AuthSnapshot, type ChartEvent } from '../support/session/sessionChart'
import { moves } from './moves'
import type { Move, Place } from './moves/move'
import { answersTo, nothing, type Situation } from './situation'
import { createTable } from './table'

/** Where a tour is. */
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
  /** What the chart hears; null: it begins, or hears nothing. */
  readonly event: ChartEvent | null
  /** What the chart's questions are answered by. */
  readonly answers: ReturnType<typeof answersTo>
  /** Transitions that the event takes at once. */
  readonly taken: readonly string[]
  /** How a refresh that nobody waits for any more ends, after the step. */
  readonly late: 'done' | 'offline' | null
  /** A held request that nobody waits for any more is let go, after the step. */
  readonly isRequestOver: boolean
}

const chart = createChart()
const start: State = { place: 'closed', snapshot: null, situation: nothing }

function isPossible({ place, situation }: State, move: Move): boolean {
  const conditions = Object.entries(move.when ?? {}) as [keyof Situation, unknown][]
  return move.in.includes(place) && conditions.every(([name, value]) => situation[name] === value)
}

/** The chart's event of a row, as it is in this state. */
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

/** A refresh brings a token of the one who is signed in, or of somebody else. */
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

/** A guest has nothing left of the session before. */
function tidied(situation: Situation, from: State, snapshot: AuthSnapshot): Situation {
  if (!snapshot.hasTag('guest')) return situation
  const isSending = snapshot.hasTag('busy')
  return {
    ...nothing,
    right: isSending ? situation.right : true,
    second: isSending && situation.second,
    ended: from.snapshot?.hasTag('session') === true,
  }
}

/** Two states with the same key let the same rows be taken, with the same outcome. */
function keyOf({ place, situation }: State): string {
  return `${place} ${JSON.stringify(situation)}`
}

/** What a tour has to have done: every row in every place where it leads elsewhere than in another situation. */
function goalOf({ move, from, to, taken }: Story): string {
  return [from.place, move.name, to.place, ...taken].join(' | ')
}

/** The session's table, ready to be walked. */
export const sessionTable = createTable({ name: 'tour', rows: moves, start, isPossible, take, keyOf, goalOf })
