import type { Entry, PageInfo, Wire } from './wire'

/** How long a page may be silent before it counts as closed, in milliseconds; asked every PING_MS. */
export const SILENT_MS = 7_000
export const PING_MS = 2_000
/** As many steps as a page remembers itself. */
const MEMORY = 500

/** A page of the console as the inspector knows it. */
export interface SeenPage extends PageInfo {
  readonly entries: readonly Entry[]
  readonly isOpen: boolean
  /** When it last spoke. */
  readonly heardAt: number
}

/** What the inspector learns: a message of a page, or that time passed. */
export type News = { readonly at: number; readonly message: Wire | null }

/** The pages after the news: those that spoke, newest first, with their steps; silent ones are closed. */
export function learn(pages: readonly SeenPage[], { at, message }: News): readonly SeenPage[] {
  if (message === null) return pages.map((page) => (at - page.heardAt > SILENT_MS ? { ...page, isOpen: false } : page))
  const id = idOf(message)
  const known = pages.find((page) => page.id === id)
  const info = 'page' in message && typeof message.page === 'object' ? message.page : known
  if (info === undefined || message.type === 'send') return pages
  const before = known?.entries ?? []
  const page = { ...info, entries: before, isOpen: message.type !== 'gone', heardAt: at }
  const more = message.type === 'past' ? message.entries : message.type === 'entry' ? [message.entry] : []
  const after = { ...page, entries: joined(before, more) }
  if (known === undefined) return [...pages, after].toSorted((one, other) => other.openedAt - one.openedAt)
  return pages.map((one) => (one.id === id ? after : one))
}

function idOf(message: Wire): string | null {
  if (!('page' in message)) return null
  return typeof message.page === 'string' ? message.page : message.page.id
}

/** Steps in order, each once: what a page remembers and what it tells may overlap. */
function joined(before: readonly Entry[], more: readonly Entry[]): readonly Entry[] {
  const last = before.at(-1)?.n ?? -1
  const fresh = more.filter(({ n }) => n > last)
  return fresh.length === 0 ? before : [...before, ...fresh].slice(-MEMORY)
}
