import type { Clock } from '../../auth/ports'
import type { Entry, PageInfo, Wire } from './wire'

/** How long a page may be silent before it counts as closed, in milliseconds, and how often it is asked. */
const SILENT_MS = 7_000
const ASK_MS = 2_000
/** As many steps as a page remembers itself. */
const MEMORY = 500

/** A page of the console as the inspector knows it. */
export interface SeenPage extends PageInfo {
  readonly entries: readonly Entry[]
  readonly isOpen: boolean
  /** When it last spoke. */
  readonly heardAt: number
}

/** The pages after a message of one of them: those that spoke, newest first, with their steps. */
export function learn(pages: readonly SeenPage[], at: number, message: Wire): readonly SeenPage[] {
  if (message.type === 'hello' || message.type === 'send') return pages
  const known = pageOf(pages, message)
  const info = message.type === 'past' ? message.page : known
  if (info === undefined) return pages
  const entries = joined(known?.entries ?? [], entriesOf(message))
  const page = { ...info, entries, isOpen: message.type !== 'gone', heardAt: at }
  if (known !== undefined) return pages.map((one) => (one === known ? page : one))
  return [...pages, page].toSorted((one, other) => other.openedAt - one.openedAt)
}

function pageOf(pages: readonly SeenPage[], message: Wire): SeenPage | undefined {
  const page = 'page' in message ? message.page : ''
  return pages.find(({ id }) => id === (typeof page === 'string' ? page : page.id))
}

function entriesOf(message: Wire): readonly Entry[] {
  if (message.type === 'entry') return [message.entry]
  return message.type === 'past' ? message.entries : []
}

/** Steps in order, each once. One alone that does not come next is not taken: what is between is missing. */
function joined(before: readonly Entry[], more: readonly Entry[]): readonly Entry[] {
  const last = before.at(-1)?.n ?? -1
  const fresh = more.filter(({ n }) => n > last)
  if (fresh.length === 0 || (more.length === 1 && more[0]?.n !== last + 1)) return before
  return [...before, ...fresh].slice(-MEMORY)
}

/** Follows the pages on the channel: asks for their past at first and where a step is missing, and now and then who is still there. */
export function watchPages(channel: BroadcastChannel, { now, later }: Pick<Clock, 'now' | 'later'>) {
  let pages: readonly SeenPage[] = []
  const ask = (again: boolean) => channel.postMessage({ type: 'hello', again } satisfies Wire)

  function subscribe(changed: () => void): () => void {
    const change = (next: readonly SeenPage[]) => {
      pages = next
      changed()
    }
    const hear = ({ data }: MessageEvent<Wire>) => {
      change(learn(pages, now(), data))
      const told = entriesOf(data).at(-1)
      if (told !== undefined && (pageOf(pages, data)?.entries.at(-1)?.n ?? -1) < told.n) ask(false)
    }
    const look = () => {
      change(pages.map((page) => (now() - page.heardAt > SILENT_MS ? { ...page, isOpen: false } : page)))
      ask(true)
      stop = later(ASK_MS, look)
    }
    channel.addEventListener('message', hear)
    ask(false)
    let stop = later(ASK_MS, look)
    return () => {
      stop()
      channel.removeEventListener('message', hear)
    }
  }

  return { subscribe, get: () => pages }
}
