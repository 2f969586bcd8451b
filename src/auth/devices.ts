import { fingerprint } from './tokens'

/** Where devices' tokens lie: it outlives a sign-out, which empties local storage. spec §4. */
export interface DeviceStore {
  get(key: string): string | null
  /** Replaces the stored value by what `work` makes of it; `work` may run more than once. */
  change(key: string, work: (now: string | null) => string): void
}

/**
 * The tokens by which the server knows this browser again, one an account: with it, what others try in vain does not keep its owner out.
 * None opens anything without the password.
 */
export interface Devices {
  tokenOf(email: string): string | undefined
  keep(email: string, token: string): void
}

const KEY = 'devices'
/** Accounts that are remembered; the one stored longest ago is dropped. */
const ACCOUNTS_MAX = 5

type Entry = readonly [account: string, token: string]

/** Devices' tokens over a store. Accounts are distinguished by a fingerprint, so the store holds no mail address. */
export function createDevices(store: DeviceStore): Devices {
  return {
    tokenOf: (email) => entriesIn(store.get(KEY)).find(([account]) => account === accountOf(email))?.[1],
    keep: (email, token) =>
      store.change(KEY, (now) => {
        const others = entriesIn(now).filter(([account]) => account !== accountOf(email))
        return JSON.stringify([...others, [accountOf(email), token] satisfies Entry].slice(-ACCOUNTS_MAX))
      }),
  }
}

function accountOf(email: string): string {
  return fingerprint(email.trim().toLowerCase())
}

function entriesIn(text: string | null): readonly Entry[] {
  try {
    const entries: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(entries) ? entries.filter(isEntry) : []
  } catch {
    return []
  }
}

function isEntry(entry: unknown): entry is Entry {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
}
