import type { Stores, WebStorage } from './ports'
import { fingerprint, heldOf, isJwt, isToken, lifetimeOf, sessionIn, type Held } from './tokens'

/** Storage entry of the encrypted token. spec §3. */
export const TOKEN_KEY = 'token'
/** Storage entry of the moment at which it ends. spec §3. */
export const EXPIRATION_KEY = 'token_expiration'
/** Storage entry of the session that a rotated token belongs to, where the token does not say. */
const SESSION_KEY = 'token_session'

/** Crypto-js, as far as the vault needs it. */
export interface Cipher {
  encrypt(token: string): string
  decrypt(ciphertext: string): string | null
}

/** What storage holds. `corrupt`: something is there that nobody can use; `half`: a token without expiration, or the other way round. */
export type Contents = { readonly kind: 'empty' | 'half' | 'corrupt' } | ({ readonly kind: 'held' } & Held)

/** The one place where a token is stored. Reading is synchronous once `prepare` has resolved. */
export interface Vault {
  /** True while something is stored that cannot be read yet. */
  isLocked(): boolean
  /** Brings the cipher, if `isLocked` or `toWrite`. */
  prepare(toWrite?: boolean): Promise<void>
  read(): Contents
  /** True when a token written now would outlive a reload. */
  isDurable(remember: boolean): boolean
  /** Keeps the token of a new session: for this browser, or for this tab when it must not be remembered. */
  store(held: Held, remember: boolean): void
  /** True when the token lies where all tabs can see it. */
  isShared(): boolean
  /** Keeps the session's next token where the one before lies. */
  replace(held: Held): void
  /**
   * Forgets the token everywhere, and answers with what it was; all of local storage goes with it, spec §4, unless the session in it is to
   * be kept.
   */
  clear(keeps?: (held: Held) => boolean): readonly string[]
  /** At a start without a usable token: clears what is left, unless another tab may be writing this very moment. */
  tidy(): void
}

type Place = 'memory' | 'tab' | 'local'

/** A vault over the browser's two stores, and memory where they are blocked or full. */
export function createVault(stores: Stores, now: () => number, loadCipher: () => Promise<Cipher>): Vault {
  let cipher: Cipher | null = null
  let memory: Held | null = null
  let decrypted = { raw: '', token: null as string | null }

  function decrypt(raw: string): string | null {
    if (cipher === null) return null
    if (raw !== decrypted.raw) decrypted = { raw, token: cipher.decrypt(raw) }
    return decrypted.token
  }

  function readFrom(store: WebStorage | null): Contents {
    const raw = get(store, TOKEN_KEY)
    const expiration = get(store, EXPIRATION_KEY)
    if (raw === null || expiration === null) return { kind: raw === expiration ? 'empty' : 'half' }
    const token = isJwt(raw) ? raw : decrypt(raw)
    const expiresAt = momentOf(expiration)
    if (token === null || !isToken(token) || expiresAt === null) return { kind: 'corrupt' }
    const ttl = lifetimeOf(token, null) || Math.max(expiresAt - now(), 0)
    return { kind: 'held', ...heldOf(token, expiresAt, ttl, storedSession(store, token)) }
  }

  function writeTo(place: Place, held: Held): boolean {
    if (place === 'memory' || cipher === null) {
      memory = held
      return true
    }
    const raw = cipher.encrypt(held.token)
    if (!put(stores[place], raw, held)) return false
    memory = null
    decrypted = { raw, token: held.token }
    return true
  }

  function clear(keeps: (held: Held) => boolean = () => false): readonly string[] {
    const places: readonly (readonly [Contents, () => void])[] = [
      [memory === null ? { kind: 'empty' } : { kind: 'held', ...memory }, () => (memory = null)],
      [readFrom(stores.tab), () => drop(stores.tab)],
      [readFrom(stores.local), () => empty(stores.local)],
    ]
    const left = places.filter(([contents]) => contents.kind !== 'held' || !keeps(contents))
    for (const [, forget] of left) forget()
    decrypted = { raw: '', token: null }
    return left.flatMap(([contents]) => (contents.kind === 'held' ? [contents.token] : []))
  }

  /** Older consoles stored refreshed tokens as they came. */
  function seal(store: WebStorage | null): void {
    const contents = readFrom(store)
    const raw = get(store, TOKEN_KEY)
    if (cipher !== null && contents.kind === 'held' && raw === contents.token) {
      put(store, cipher.encrypt(raw), contents)
    }
  }

  const isLocked = () => cipher === null && [stores.tab, stores.local].some((store) => get(store, TOKEN_KEY) !== null)
  const holder = (): Place => (memory !== null ? 'memory' : readFrom(stores.tab).kind === 'held' ? 'tab' : 'local')
  const placesFor = (remember: boolean): Place[] => (remember ? ['local', 'tab', 'memory'] : ['tab', 'memory'])

  return {
    isLocked,
    async prepare(toWrite = false) {
      if (cipher !== null || (!toWrite && !isLocked())) return
      cipher = await loadCipher()
      seal(stores.tab)
      seal(stores.local)
    },
    read() {
      if (memory !== null) return { kind: 'held', ...memory }
      const inTab = readFrom(stores.tab)
      if (inTab.kind === 'held') return inTab
      const shared = readFrom(stores.local)
      return shared.kind === 'empty' ? inTab : shared
    },
    isDurable: (remember) => placesFor(remember).some((place) => place !== 'memory' && takesText(stores[place])),
    store(held, remember) {
      drop(stores.tab)
      placesFor(remember).some((place) => writeTo(place, held))
    },
    isShared: () => holder() === 'local',
    replace(held) {
      const place = holder()
      if (!writeTo(place, held)) writeTo('memory', held)
    },
    clear,
    tidy() {
      const isBeingWritten = get(stores.local, EXPIRATION_KEY) !== null && get(stores.local, TOKEN_KEY) === null
      if (!isLocked() && !isBeingWritten) clear()
    },
  }
}

function get(store: WebStorage | null, key: string): string | null {
  try {
    return store?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Writes the expiration first, so that no reader ever sees a token without one. False: blocked or full. */
function put(store: WebStorage | null, token: string, held: Held): boolean {
  const expiration = String(held.expiresAt)
  const isWritten = () => {
    try {
      keepSession(store, held)
      store?.setItem(EXPIRATION_KEY, expiration)
      store?.setItem(TOKEN_KEY, token)
      return store !== null
    } catch {
      // A full store may have room once the token before is gone; half a token is worse than none.
      drop(store)
      return false
    }
  }
  return isWritten() || isWritten()
}

/** Beside the fingerprint of its token, so that a token written after it is not taken to belong to it. */
function keepSession(store: WebStorage | null, { token, tokenId, sessionId }: Held): void {
  if (sessionIn(token) === null && sessionId !== tokenId) store?.setItem(SESSION_KEY, `${tokenId} ${sessionId}`)
  else if (get(store, SESSION_KEY) !== null) store?.removeItem(SESSION_KEY)
}

function storedSession(store: WebStorage | null, token: string): string | null {
  const [of, session = null] = get(store, SESSION_KEY)?.split(' ') ?? []
  return of === fingerprint(token) ? session : null
}

function drop(store: WebStorage | null): void {
  try {
    store?.removeItem(TOKEN_KEY)
    store?.removeItem(EXPIRATION_KEY)
    store?.removeItem(SESSION_KEY)
  } catch {
    // A store that cannot be written holds nothing of ours.
  }
}

/** Leaves an empty store alone: clearing it would send a storage event to a tab that is just signing in. */
function empty(store: WebStorage | null): void {
  try {
    if (store !== null && store.length > 0) store.clear()
  } catch {
    // As above.
  }
}

function takesText(store: WebStorage | null): boolean {
  const key = 'frond.probe'
  try {
    store?.setItem(key, 'x'.repeat(2_048))
    store?.removeItem(key)
    return store !== null
  } catch {
    return false
  }
}

/** Milliseconds of a stored expiration: ours, or the older forms in seconds or as a date. */
function momentOf(text: string): number | null {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text)
  if (!Number.isFinite(value)) return null
  return value < 1e11 ? value * 1000 : value
}
