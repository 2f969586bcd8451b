import type { TabWindow } from '../../../src/auth/tabs'
import type { WebStorage } from '../../../src/auth/ports'
import type { VirtualClock } from './virtualClock'
import { createStorage, type MemoryStorage } from './webStorage'

/** One tab of the modelled browser: its window's events, its view of storage, its locks and channels. */
export interface TabModel {
  readonly window: TabWindow
  readonly local: WebStorage
  readonly session: MemoryStorage
  show(visible: boolean): void
  goOnline(): void
  /** Ends the tab as a crash or a reload does: releases held locks, forgets queued turns, closes channels. */
  drop(): void
}

interface Write {
  readonly writer: number
  /** null: everything. */
  readonly key: string | null
  readonly value: string | null
}

/** A tab's turn with a lock, held or queued. */
interface Turn {
  readonly name: string
  readonly tab: number
  start(): void
}

/**
 * Models a browser of several processes, as Chromium behaves: a tab sees its own writes at once and another's after `delay` ms, in one
 * order for all; messages take as long; locks of a name are granted in turn.
 */
export function createBrowserModel(clock: VirtualClock, delay: number, { hasLocks = true } = {}) {
  const views: {
    readonly store: MemoryStorage
    readonly pending: Map<string, number>
    readonly notify: (key: string | null) => void
  }[] = []
  const channels: { readonly tab: number; readonly target: EventTarget }[] = []
  const queue: Turn[] = []
  let holders: Turn[] = []

  function commit({ writer, key, value }: Write): void {
    views.forEach((view, tab) => {
      if (tab === writer) return
      const keys = key === null ? [...view.store.entries.keys()] : [key]
      for (const one of keys) {
        if ((view.pending.get(one) ?? 0) > 0) continue
        if (value === null) view.store.removeItem(one)
        else view.store.setItem(one, value)
      }
      view.notify(key)
    })
  }

  function write(store: MemoryStorage, pending: Map<string, number>, change: Write): void {
    const keys = change.key === null ? [...store.entries.keys()] : [change.key]
    const count = (step: number) => {
      for (const key of keys) pending.set(key, (pending.get(key) ?? 0) + step)
    }
    count(1)
    clock.later(delay, () => {
      commit(change)
      count(-1)
    })
  }

  function nextTurn(): void {
    const next = queue.find(({ name }) => !holders.some((holder) => holder.name === name))
    if (next === undefined) return
    queue.splice(queue.indexOf(next), 1)
    holders.push(next)
    next.start()
    nextTurn()
  }

  function release(isOver: (turn: Turn) => boolean): void {
    holders = holders.filter((turn) => !isOver(turn))
    nextTurn()
  }

  function locksOf(tab: number): Pick<LockManager, 'request'> {
    const request = (name: string, { signal }: LockOptions, work: LockGrantedCallback<unknown>) =>
      new Promise((resolve, reject) => {
        const turn: Turn = {
          name,
          tab,
          start: () => {
            void Promise.resolve(work(null))
              .then(resolve, reject)
              .finally(() => release((other) => other === turn))
          },
        }
        queue.push(turn)
        signal?.addEventListener('abort', () => {
          if (queue.includes(turn)) queue.splice(queue.indexOf(turn), 1)
          if (!holders.includes(turn)) reject(signal.reason)
        })
        queueMicrotask(nextTurn)
      })
    return { request: request as LockManager['request'] }
  }

  function openTab(): TabModel {
    const tab = views.length
    const window = new EventTarget()
    const visibility: { visibilityState: DocumentVisibilityState } = { visibilityState: 'visible' }
    const document = Object.assign(new EventTarget(), visibility)
    const store = createStorage(Object.fromEntries(views[0]?.store.entries ?? []))
    const pending = new Map<string, number>()
    views.push({ store, pending, notify: (key) => window.dispatchEvent(Object.assign(new Event('storage'), { key })) })
    const local: WebStorage = {
      get length() {
        return store.length
      },
      getItem: (key) => store.getItem(key),
      setItem(key, value) {
        write(store, pending, { writer: tab, key, value })
        store.setItem(key, value)
      },
      removeItem(key) {
        if (store.getItem(key) === null) return
        write(store, pending, { writer: tab, key, value: null })
        store.removeItem(key)
      },
      clear() {
        write(store, pending, { writer: tab, key: null, value: null })
        store.clear()
      },
    }
    return {
      local,
      session: createStorage(),
      window: { window, document, locks: hasLocks ? locksOf(tab) : undefined, channel: () => channelOf(tab) },
      show(visible) {
        document.visibilityState = visible ? 'visible' : 'hidden'
        document.dispatchEvent(new Event('visibilitychange'))
      },
      goOnline: () => void window.dispatchEvent(new Event('online')),
      drop() {
        for (const turn of queue.filter((turn) => turn.tab === tab)) queue.splice(queue.indexOf(turn), 1)
        release((turn) => turn.tab === tab)
      },
    }
  }

  function channelOf(tab: number): BroadcastChannel {
    const target = new EventTarget()
    const end = { tab, target }
    channels.push(end)
    const post = (data: unknown) => {
      for (const other of channels.filter((channel) => channel !== end)) {
        clock.later(delay, () => channels.includes(other) && other.target.dispatchEvent(new MessageEvent('message', { data })))
      }
    }
    const close = () => void channels.splice(channels.indexOf(end), 1)
    return Object.assign(target, { postMessage: post, close }) as unknown as BroadcastChannel
  }

  return { openTab, stored: (): ReadonlyMap<string, string> => views[0]?.store.entries ?? new Map() }
}
