import { isRecord, parsedJson } from '../../api/json'
import type { KeyValueStore } from '../../ui/environment/Environment'

/** A form's unsaved values, and the version of the row that they are based on. */
export interface Draft {
  readonly values: Readonly<Record<string, unknown>>
  /** The initial values: the row as it was read, or blanks. */
  readonly base: Readonly<Record<string, unknown>>
  readonly version: number | null
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** Storage key of the drafts. */
const DRAFTS_KEY = 'drafts'
const DRAFTS_MAX = 20
type Drafts = Record<string, Draft>

/** Key of a draft: one per user, area and form. */
export function draftKey(owner: string, slug: string, form: string): string {
  return JSON.stringify([owner, slug, form])
}

/** A draft and the key under which it is stored. */
export interface StoredDraft extends Draft {
  readonly key: string
}

/** Returns the newest draft of a form: its own, or one that was stored apart while an older one was offered; null when there is none. */
export function readDraft(store: KeyValueStore, formKey: string): StoredDraft | null {
  const ofForm = Object.entries(readAll(store)).filter(([key]) => key === formKey || key.startsWith(`${formKey} `))
  const [newest] = ofForm.map(([key, draft]) => ({ ...draft, key })).sort((one, other) => other.savedAt - one.savedAt)
  return newest ?? null
}

/** Stores a draft; drops the oldest ones beyond the limit. */
export function storeDraft(store: KeyValueStore, key: string, draft: Draft): void {
  const { [key]: _replaced, ...others } = readAll(store)
  const remaining = Object.entries(others)
    .sort(([, one], [, other]) => other.savedAt - one.savedAt)
    .slice(0, DRAFTS_MAX - 1)
  writeAll(store, { ...Object.fromEntries(remaining), [key]: draft })
}

/** Deletes a draft. */
export function dropDraft(store: KeyValueStore, key: string): void {
  const { [key]: dropped, ...others } = readAll(store)
  if (dropped !== undefined) writeAll(store, others)
}

/** Deletes a user's drafts on sign-out. */
export function forgetDrafts(store: KeyValueStore, owner: string): void {
  const isTheirs = (key: string) => key.startsWith(`[${JSON.stringify(owner)},`)
  writeAll(store, Object.fromEntries(Object.entries(readAll(store)).filter(([key]) => !isTheirs(key))))
}

function writeAll(store: KeyValueStore, others: Drafts): void {
  if (Object.keys(others).length === 0) store.remove(DRAFTS_KEY)
  else store.set(DRAFTS_KEY, JSON.stringify(others))
}

function readAll(store: KeyValueStore): Drafts {
  const stored = parsedJson(store.get(DRAFTS_KEY))
  if (!isRecord(stored)) return {}
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Draft] => isDraft(entry[1])))
}

function isDraft(value: unknown): value is Draft {
  const { values, base, version, savedAt } = Object(value) as Record<string, unknown>
  return isRecord(values) && isRecord(base) && (version === null || typeof version === 'number') && typeof savedAt === 'number'
}
