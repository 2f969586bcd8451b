import { parsedJson } from '../api/json'
import { fingerprint } from './tokens'

/** Storage that survives a sign-out, which clears local storage. */
export interface DeviceStore {
  get(key: string): string | null
  /** Replaces the stored value by the result of `work`, which may run more than once. */
  change(key: string, work: (stored: string | null) => string): void
}

/**
 * The tokens by which the server recognises this browser, one per account: they exempt the owner from the lockout that others' failed
 * attempts cause. None grants anything without the password.
 */
export interface Devices {
  tokenOf(email: string): string | undefined
  store(email: string, token: string): void
}

const KEY = 'devices'
/** Maximum of accounts; the one stored longest ago is dropped. */
const ACCOUNTS_MAX = 5

type Entry = readonly [account: string, token: string]

/** Devices' tokens in a store. Its keys are fingerprints of the accounts, so it holds no email address. */
export function createDevices(store: DeviceStore): Devices {
  return {
    tokenOf: (email) => entriesIn(store.get(KEY)).find(([account]) => account === accountOf(email))?.[1],
    store: (email, token) =>
      store.change(KEY, (stored) => {
        const others = entriesIn(stored).filter(([account]) => account !== accountOf(email))
        return JSON.stringify([...others, [accountOf(email), token] satisfies Entry].slice(-ACCOUNTS_MAX))
      }),
  }
}

function accountOf(email: string): string {
  return fingerprint(email.trim().toLowerCase())
}

function entriesIn(text: string | null): readonly Entry[] {
  const entries = parsedJson(text)
  return Array.isArray(entries) ? entries.filter(isEntry) : []
}

function isEntry(entry: unknown): entry is Entry {
  return Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')
}
