import type { Clock } from '../../auth/ports'
import type { ActorInfo, Entry, Wire } from './wire'

/** Milliseconds of silence after which a page counts as closed, and the interval of the polls. */
const SILENT_MS = 7_000
const ASK_MS = 2_000
/** Steps stored per actor, the same number as in the page's recorder. */
const MEMORY = 500

/** A machine of a page, as the inspector knows it. */
export interface SeenActor extends ActorInfo {
  readonly entries: readonly Entry[]
  /** Whether its page is open. */
  readonly isOpen: boolean
  /** The time of its page's last report, milliseconds since 1970. */
  readonly seenAt: number
}

/** Applies a page's message: newest page first, and each page's actors in the order of their start. */
export function learn(actors: readonly SeenActor[], at: number, message: Wire): readonly SeenActor[] {
  if (message.type === 'left') return actors.map((one) => (one.page === message.page ? { ...one, isOpen: false } : one))
  if (message.type !== 'steps') return actors
  const { actor, entries } = message
  const known = actors.find(({ id }) => id === actor.id)
  const updated = { ...actor, entries: joined(known?.entries ?? [], entries), isOpen: true, seenAt: at }
  if (known !== undefined) return actors.map((one) => (one === known ? updated : one))
  return [...actors, updated].toSorted((one, other) => other.openedAt - one.openedAt || startOf(one) - startOf(other))
}

/** XState numbers a page's actors as they start: `x:0` is its session. */
function startOf({ id }: SeenActor): number {
  return Number(id.slice(id.lastIndexOf(':') + 1))
}

/** Merges steps in order, without duplicates. Drops a single step that is not the next one, because steps between are missing. */
function joined(before: readonly Entry[], more: readonly Entry[]): readonly Entry[] {
  const last = before.at(-1)?.n ?? -1
  const fresh = more.filter(({ n }) => n > last)
  if (fresh.length === 0 || (more.length === 1 && more[0]?.n !== last + 1)) return before
  return [...before, ...fresh].slice(-MEMORY)
}

/** Follows the pages on the channel: requests all steps at first and after a gap, and polls which pages are still open. */
export function watchActors(channel: BroadcastChannel, { now, later }: Pick<Clock, 'now' | 'later'>) {
  let actors: readonly SeenActor[] = []
  const ask = (again: boolean) => channel.postMessage({ type: 'hello', again } satisfies Wire)

  function subscribe(onChange: () => void): () => void {
    const change = (next: readonly SeenActor[]) => {
      actors = next
      onChange()
    }
    const onMessage = ({ data }: MessageEvent<Wire>) => {
      change(learn(actors, now(), data))
      if (data.type !== 'steps') return
      const known = actors.find(({ id }) => id === data.actor.id)?.entries.at(-1)?.n ?? -1
      if (known < (data.entries.at(-1)?.n ?? -1)) ask(false)
    }
    const look = () => {
      change(actors.map((actor) => (now() - actor.seenAt > SILENT_MS ? { ...actor, isOpen: false } : actor)))
      ask(true)
      stop = later(ASK_MS, look)
    }
    channel.addEventListener('message', onMessage)
    ask(false)
    let stop = later(ASK_MS, look)
    return () => {
      stop()
      channel.removeEventListener('message', onMessage)
    }
  }

  return { subscribe, get: () => actors }
}
