import type { Clock } from '../../auth/ports'
import { ACTORS_MAX, STEPS_MAX, type ActorInfo, type Entry, type InspectorMessage } from './messages'

/** Milliseconds of silence after which a page counts as closed, and the interval of the polls. */
const SILENT_MS = 7_000
const POLL_MS = 2_000

/** A machine of a page, as the inspector knows it. */
export interface SeenActor extends ActorInfo {
  readonly entries: readonly Entry[]
  /** Whether its page is open. */
  readonly isOpen: boolean
  /** The time of its page's last report, milliseconds since 1970. */
  readonly seenAt: number
}

/** Applies a page's message: newest page first, and each page's actors in the order of their start. */
export function applyMessage(actors: readonly SeenActor[], at: number, message: InspectorMessage): readonly SeenActor[] {
  if (message.type === 'left') return actors.map((one) => (one.page === message.page ? { ...one, isOpen: false } : one))
  if (message.type !== 'steps') return actors
  const { actor, entries } = message
  const known = actors.find(({ id }) => id === actor.id)
  const updated = { ...actor, entries: mergedSteps(known?.entries ?? [], entries), isOpen: true, seenAt: at }
  if (known !== undefined) return actors.map((one) => (one === known ? updated : one))
  const sorted = [...actors, updated].toSorted((one, other) => other.openedAt - one.openedAt || startOf(one) - startOf(other))
  const surplus = surplusOf(
    sorted.filter(({ page }) => page === actor.page),
    at,
  )
  return sorted.filter((one) => !surplus.includes(one))
}

/** A page's first actors beyond ACTORS_MAX, of those that its recorder has forgotten: an open page reports all others in each poll. */
function surplusOf(ofPage: readonly SeenActor[], at: number): readonly SeenActor[] {
  const forgotten = ofPage.filter(({ seenAt }) => at - seenAt > SILENT_MS)
  return forgotten.slice(0, Math.max(0, ofPage.length - ACTORS_MAX))
}

/** XState numbers a page's actors as they start: `x:0` is its session. */
function startOf({ id }: SeenActor): number {
  return Number(id.slice(id.lastIndexOf(':') + 1))
}

/** Merges steps in order, without duplicates. Drops a single step that is not the next one, because steps between are missing. */
function mergedSteps(before: readonly Entry[], more: readonly Entry[]): readonly Entry[] {
  const last = before.at(-1)?.n ?? -1
  const newSteps = more.filter(({ n }) => n > last)
  if (newSteps.length === 0 || (more.length === 1 && more[0]?.n !== last + 1)) return before
  return [...before, ...newSteps].slice(-STEPS_MAX)
}

/** Follows the pages on the channel: requests all steps at first and after a gap, and polls which pages are still open. */
export function watchActors(channel: BroadcastChannel, { now, later }: Pick<Clock, 'now' | 'later'>) {
  let actors: readonly SeenActor[] = []
  const requestSteps = (again: boolean) => channel.postMessage({ type: 'hello', again } satisfies InspectorMessage)

  function subscribe(onChange: () => void): () => void {
    const change = (next: readonly SeenActor[]) => {
      actors = next
      onChange()
    }
    const onMessage = ({ data }: MessageEvent<InspectorMessage>) => {
      change(applyMessage(actors, now(), data))
      if (data.type !== 'steps') return
      const known = actors.find(({ id }) => id === data.actor.id)?.entries.at(-1)?.n ?? -1
      if (known < (data.entries.at(-1)?.n ?? -1)) requestSteps(false)
    }
    const poll = () => {
      change(actors.map((actor) => (now() - actor.seenAt > SILENT_MS ? { ...actor, isOpen: false } : actor)))
      requestSteps(true)
      stop = later(POLL_MS, poll)
    }
    channel.addEventListener('message', onMessage)
    requestSteps(false)
    let stop = later(POLL_MS, poll)
    return () => {
      stop()
      channel.removeEventListener('message', onMessage)
    }
  }

  return { subscribe, get: () => actors }
}
