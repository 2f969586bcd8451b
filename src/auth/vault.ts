import type { Stores, WebStorage } from './ports'
import { fingerprint, isJwt, isToken, lifetimeOf, parseToken, sessionIn, type SessionToken } from './tokens'

/** Storage entry of the encrypted token. */
export const TOKEN_KEY = 'token'
/** Storage entry of the expiration. */
export const EXPIRATION_KEY = 'token_expiration'
/** Storage entry of a rotated token's session, when the token does not name it. */
const SESSION_KEY = 'token_session'

/** The part of crypto-js that the vault uses. */
export interface Cipher {
  encrypt(token: string): string
  decrypt(ciphertext: string): string | null
}

/** The contents of storage. `corrupt`: an unusable value; `half`: a token without expiration, or the reverse. */
export type Contents = { readonly kind: 'empty' | 'half' | 'corrupt' } | ({ readonly kind: 'token' } & SessionToken)

/** The only place that stores tokens. Reads are synchronous once `prepare` has resolved. */
export interface Vault {
  /** Whether a stored value cannot be read yet, because the cipher has not loaded. */
  isLocked(): boolean
  /** Loads the cipher, if `isLocked` or `toWrite`. */
  prepare(toWrite?: boolean): Promise<void>
  read(): Contents
  /** Whether a token written now would survive a reload. */
  isDurable(remember: boolean): boolean
  /** Stores the token of a new session: in this browser, or with `remember` off in this tab. */
  store(sessionToken: SessionToken, remember: boolean): void
  /** Whether the token is in storage that all tabs share. */
  isShared(): boolean
  /** Stores the rotated token in place of the earlier one. */
  replace(sessionToken: SessionToken): void
  /**
   * Removes the token from all stores and returns the removed tokens; clears all of local storage, unless `shouldKeep` accepts
   * the session there.
   */
  clear(shouldKeep?: (sessionToken: SessionToken) => boolean): readonly string[]
  /** Clears leftovers at a start without a usable token, unless another tab may be writing at this moment. */
  tidy(): void
}

type Place = 'memory' | 'tab' | 'local'

/** What `latest` is before storage is read, and again once storage is cleared or the cipher has loaded. */
const nothingRead: { readonly entries: string; readonly contents: Contents } = { entries: '', contents: { kind: 'empty' } }

/** A vault over the browser's two stores, with memory as a fallback when they are blocked or full. */
export function createVault(stores: Stores, now: () => number, loadCipher: () => Promise<Cipher>): Vault {
  let cipher: Cipher | null = null
  let memory: SessionToken | null = null
  /** The entries of storage that were read last, and what they hold. */
  let latest = nothingRead

  function readFrom(store: WebStorage | null): Contents {
    const [raw = null, expiration = null, session] = [TOKEN_KEY, EXPIRATION_KEY, SESSION_KEY].map((key) => readEntry(store, key))
    if (raw === null || expiration === null) return { kind: raw === expiration ? 'empty' : 'half' }
    const entries = [raw, expiration, session].join(' ')
    // Every request reads storage: a token is decrypted and parsed once.
    if (entries !== latest.entries) latest = { entries, contents: parse(raw, expiration, session) }
    return latest.contents
  }

  function parse(raw: string, expiration: string, session: string | null = null): Contents {
    const token = isJwt(raw) ? raw : (cipher?.decrypt(raw) ?? null)
    const expiresAt = expirationOf(expiration)
    if (token === null || !isToken(token) || expiresAt === null) return { kind: 'corrupt' }
    const ttl = lifetimeOf(token, null) || Math.max(expiresAt - now(), 0)
    return { kind: 'token', ...parseToken(token, expiresAt, ttl, sessionIdFor(session, token)) }
  }

  function writeTo(place: Place, sessionToken: SessionToken): boolean {
    if (place === 'memory' || cipher === null) {
      memory = sessionToken
      return true
    }
    const ciphertext = cipher.encrypt(sessionToken.token)
    if (!writeToken(stores[place], ciphertext, sessionToken)) return false
    memory = null
    return true
  }

  function clear(shouldKeep: (sessionToken: SessionToken) => boolean = () => false): readonly string[] {
    const places: readonly (readonly [Contents, () => void])[] = [
      [memory === null ? { kind: 'empty' } : { kind: 'token', ...memory }, () => (memory = null)],
      [readFrom(stores.tab), () => removeToken(stores.tab)],
      [readFrom(stores.local), () => clearStore(stores.local)],
    ]
    const cleared = places.filter(([contents]) => contents.kind !== 'token' || !shouldKeep(contents))
    for (const [, forget] of cleared) forget()
    latest = nothingRead
    return cleared.flatMap(([contents]) => (contents.kind === 'token' ? [contents.token] : []))
  }

  /** Encrypts a token that an older console stored in plain text after a refresh. */
  function encryptPlaintext(store: WebStorage | null): void {
    const contents = readFrom(store)
    const raw = readEntry(store, TOKEN_KEY)
    if (cipher !== null && contents.kind === 'token' && raw === contents.token) {
      writeToken(store, cipher.encrypt(raw), contents)
    }
  }

  const isLocked = () => cipher === null && [stores.tab, stores.local].some((store) => readEntry(store, TOKEN_KEY) !== null)
  const placeOfToken = (): Place => (memory !== null ? 'memory' : readFrom(stores.tab).kind === 'token' ? 'tab' : 'local')
  const placesFor = (remember: boolean): Place[] => (remember ? ['local', 'tab', 'memory'] : ['tab', 'memory'])

  return {
    isLocked,
    async prepare(toWrite = false) {
      if (cipher !== null || (!toWrite && !isLocked())) return
      cipher = await loadCipher()
      latest = nothingRead
      encryptPlaintext(stores.tab)
      encryptPlaintext(stores.local)
    },
    read() {
      if (memory !== null) return { kind: 'token', ...memory }
      const inTab = readFrom(stores.tab)
      if (inTab.kind === 'token') return inTab
      const shared = readFrom(stores.local)
      return shared.kind === 'empty' ? inTab : shared
    },
    isDurable: (remember) => placesFor(remember).some((place) => place !== 'memory' && isWritable(stores[place])),
    store(sessionToken, remember) {
      removeToken(stores.tab)
      placesFor(remember).some((place) => writeTo(place, sessionToken))
    },
    isShared: () => placeOfToken() === 'local',
    replace(sessionToken) {
      const place = placeOfToken()
      if (!writeTo(place, sessionToken)) writeTo('memory', sessionToken)
    },
    clear,
    tidy() {
      const isBeingWritten = readEntry(stores.local, EXPIRATION_KEY) !== null && readEntry(stores.local, TOKEN_KEY) === null
      if (!isLocked() && !isBeingWritten) clear()
    },
  }
}

function readEntry(store: WebStorage | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Writes the expiration first, so that no reader sees a token without one. False when the store is blocked or full. */
function writeToken(store: WebStorage | null, ciphertext: string, sessionToken: SessionToken): boolean {
  const expiration = String(sessionToken.expiresAt)
  const isWritten = () => {
    try {
      writeSessionId(store, sessionToken)
      store?.setItem(EXPIRATION_KEY, expiration)
      store?.setItem(TOKEN_KEY, ciphertext)
      return store !== null
    } catch {
      // Removing the earlier token may make room in a full store, and half a pair is worse than none.
      removeToken(store)
      return false
    }
  }
  return isWritten() || isWritten()
}

/** Stores the session's id with the fingerprint of its token, so that it does not apply to a token written later. */
function writeSessionId(store: WebStorage | null, { token, tokenId, sessionId }: SessionToken): void {
  if (sessionIn(token) === null && sessionId !== tokenId) store?.setItem(SESSION_KEY, `${tokenId} ${sessionId}`)
  else if (readEntry(store, SESSION_KEY) !== null) store?.removeItem(SESSION_KEY)
}

/** The session id of that entry; null when it was stored for another token. */
function sessionIdFor(entry: string | null, token: string): string | null {
  const [tokenId, sessionId = null] = entry?.split(' ') ?? []
  return tokenId === fingerprint(token) ? sessionId : null
}

function removeToken(store: WebStorage | null): void {
  try {
    store?.removeItem(TOKEN_KEY)
    store?.removeItem(EXPIRATION_KEY)
    store?.removeItem(SESSION_KEY)
  } catch {
    // A store that cannot be written to holds no entries of Frond.
  }
}

/** Skips an empty store: clearing it would send a storage event to a tab that is signing in. */
function clearStore(store: WebStorage | null): void {
  try {
    if (store !== null && store.length > 0) store.clear()
  } catch {
    // See `removeToken`.
  }
}

/** Whether a text as long as a token can be stored. */
function isWritable(store: WebStorage | null): boolean {
  const key = 'frond.probe'
  try {
    store?.setItem(key, 'x'.repeat(2_048))
    store?.removeItem(key)
    return store !== null
  } catch {
    return false
  }
}

/** Milliseconds of a stored expiration: Frond's, or the older formats in seconds or as a date. */
function expirationOf(text: string): number | null {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text)
  if (!Number.isFinite(value)) return null
  return value < 1e11 ? value * 1000 : value
}
