import CryptoJS from 'crypto-js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import * as cipher from '../../src/auth/cipher'
import type { Stores } from '../../src/auth/ports'
import { parseToken } from '../../src/auth/tokens'
import { createVault } from '../../src/auth/vault'
import { jwt } from '../support/session/tokens'
import { createBlockedStorage, createStorage } from '../support/session/webStorage'

const NOW = Date.UTC(2026, 10, 20, 9)
const LATER = NOW + 900_000
const token = jwt({ sub: 'ada', sid: 's1', iat: NOW / 1000, exp: LATER / 1000 })
const sessionToken = parseToken(token, LATER, 900_000)
/** A fixed text, because with a new salt each time, one half in fourteen would decrypt to something. */
const HALF = 'U2FsdGVkX1/BaNyzTg07rOX8dF6mqemJM293BGCcCMe3xq1IFH13foe21slg'
const sealed = (text: string) => CryptoJS.AES.encrypt(text, 'frond').toString()

function open(stores: Partial<Stores>, loadCipher = () => Promise.resolve<typeof cipher>(cipher)) {
  return createVault({ local: null, tab: null, ...stores }, () => NOW, loadCipher)
}

async function opened(stores: Partial<Stores>) {
  const vault = open(stores)
  await vault.prepare(true)
  return vault
}

describe('vault, reading', () => {
  it('loads no cipher when nothing is stored', async () => {
    const load = vi.fn(() => Promise.resolve(cipher))
    const vault = open({ local: createStorage({ theme: 'dark' }), tab: createStorage() }, load)
    await vault.prepare()
    expect(vault.read()).toEqual({ kind: 'empty' })
    expect(load).not.toHaveBeenCalled()
  })

  it('reads the ciphertext that sign-in writes', async () => {
    const vault = await opened({ local: createStorage({ token: sealed(token), token_expiration: String(LATER) }) })
    expect(vault.read()).toEqual({
      kind: 'token',
      token,
      tokenId: sessionToken.tokenId,
      subject: 'ada',
      sessionId: 's1',
      expiresAt: LATER,
      ttl: 900_000,
    })
  })

  it('reads the plaintext that older consoles wrote at a refresh, and encrypts it', async () => {
    const local = createStorage({ token, token_expiration: String(LATER) })
    const vault = await opened({ local })
    expect(vault.read()).toMatchObject({ kind: 'token', token })
    expect(local.entries.get('token')).toMatch(/^U2FsdGVkX1/)
    expect(CryptoJS.AES.decrypt(local.entries.get('token') ?? '', 'frond').toString(CryptoJS.enc.Utf8)).toBe(token)
  })

  it.each([
    ['milliseconds', String(LATER)],
    ['seconds', String(LATER / 1000)],
    ['an ISO date', new Date(LATER).toISOString()],
    ['a date in words', new Date(LATER).toString()],
  ])('reads an expiration in %s', async (_, expiration) => {
    const vault = await opened({ local: createStorage({ token: sealed(token), token_expiration: expiration }) })
    expect(vault.read()).toMatchObject({ kind: 'token', expiresAt: LATER })
  })

  it.each([
    ['a token that is neither form', { token: 'not a token', token_expiration: String(LATER) }],
    ['an empty token', { token: '', token_expiration: String(LATER) }],
    ['a ciphertext of another key', { token: CryptoJS.AES.encrypt(token, 'other').toString(), token_expiration: String(LATER) }],
    ['a ciphertext of text with blanks', { token: sealed('no token, but words'), token_expiration: String(LATER) }],
    ['half a ciphertext', { token: HALF, token_expiration: String(LATER) }],
    ['an expiration that is no time', { token: sealed(token), token_expiration: 'soon' }],
    ['an expiration below zero', { token: sealed(token), token_expiration: '-5 apples' }],
  ])('finds %s corrupt', async (_, entries) => {
    const vault = await opened({ local: createStorage(entries) })
    expect(vault.read()).toEqual({ kind: 'corrupt' })
  })

  it.each([
    ['a token without expiration', { token: sealed(token) }],
    ['an expiration without token', { token_expiration: String(LATER) }],
  ])('finds half a pair in %s, whichever store it lies in', async (_, entries) => {
    for (const store of ['local', 'tab']) {
      const vault = await opened({ [store]: createStorage(entries) })
      expect(vault.read()).toEqual({ kind: 'half' })
    }
  })

  it('never throws and never makes a token up, whatever is in storage', { timeout: 180_000 }, async () => {
    const entry = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constant(token),
      fc.constant(sealed(token)),
      fc
        .tuple(fc.constant(sealed(token)), fc.nat(200), fc.base64String({ minLength: 4, maxLength: 4 }))
        .map(([text, at, noise]) => text.slice(0, at) + noise + text.slice(at + 4)),
    )
    await fc.assert(
      fc.asyncProperty(entry, fc.oneof(fc.string(), fc.constant(String(LATER))), async (stored, expiration) => {
        const vault = await opened({ local: createStorage({ token: stored, token_expiration: expiration }) })
        const contents = vault.read()
        expect(contents.kind === 'token' ? contents.token : token).toMatch(/^[\x21-\x7e]{8,}$/)
        vault.tidy()
      }),
      { numRuns: 80 },
    )
  })

  it('decrypts a text once, however often it is read', async () => {
    const decrypt = vi.fn(cipher.decrypt)
    const vault = open({ local: createStorage({ token: sealed(token), token_expiration: String(LATER) }) }, () =>
      Promise.resolve({ ...cipher, decrypt }),
    )
    await vault.prepare()
    decrypt.mockClear()
    for (let i = 0; i < 5; i += 1) vault.read()
    expect(decrypt).not.toHaveBeenCalled()
  })

  it('prefers this tab’s own session to the one in shared storage', async () => {
    const mine = jwt({ sub: 'bob', sid: 's2' })
    const vault = await opened({
      local: createStorage({ token: sealed(token), token_expiration: String(LATER) }),
      tab: createStorage({ token: sealed(mine), token_expiration: String(LATER) }),
    })
    expect(vault.read()).toMatchObject({ token: mine, subject: 'bob' })
  })
})

describe('vault, writing', () => {
  it('writes only ciphertext, and the expiration first', async () => {
    const local = createStorage()
    const vault = await opened({ local, tab: createStorage() })
    vault.store(sessionToken, true)
    expect(local.log).toEqual(['set token_expiration', 'set token'])
    expect(local.entries.get('token_expiration')).toBe(String(LATER))
    expect(local.entries.get('token')).toMatch(/^U2FsdGVkX1/)
    expect(vault.read()).toMatchObject({ kind: 'token', token })
  })

  it('keeps a session with Remember me off in this tab, also after a rotation', async () => {
    const local = createStorage()
    const tab = createStorage()
    const vault = await opened({ local, tab })
    vault.store(sessionToken, false)
    vault.replace(parseToken(jwt({ sub: 'ada', sid: 's1', gen: 2 }), LATER, 900_000))
    expect(local.entries.size).toBe(0)
    expect([...tab.entries.keys()]).toEqual(['token_expiration', 'token'])
    expect(vault.read()).toMatchObject({ token: jwt({ sub: 'ada', sid: 's1', gen: 2 }) })
  })

  it('makes room in a full store by dropping the previous token', async () => {
    const local = createStorage({ token: sealed(token), token_expiration: String(LATER), drafts: 'x'.repeat(500) }, 1_000)
    const vault = await opened({ local })
    const next = parseToken(jwt({ sub: 'ada', sid: 's1', gen: 2 }), LATER + 1, 900_000)
    vault.replace(next)
    expect(vault.read()).toMatchObject({ token: next.token })
    expect(local.entries.get('token')).toMatch(/^U2FsdGVkX1/)
  })

  it.each([
    ['blocked', createBlockedStorage()],
    ['full', createStorage({ drafts: 'x'.repeat(100) }, 130)],
    ['missing', null],
  ])('falls back to memory when both stores are %s, and says so before', async (_, store) => {
    const vault = await opened({ local: store, tab: store })
    expect(vault.isDurable(true)).toBe(false)
    vault.store(sessionToken, true)
    expect(vault.read()).toMatchObject({ kind: 'token', token })
    vault.clear()
    expect(vault.read()).toEqual({ kind: 'empty' })
  })

  it('falls back to this tab’s store when the shared one is full', async () => {
    const tab = createStorage()
    const vault = await opened({ local: createStorage({ drafts: 'x'.repeat(100) }, 130), tab })
    expect(vault.isDurable(true)).toBe(true)
    vault.store(sessionToken, true)
    expect(tab.entries.has('token')).toBe(true)
  })

  it('leaves nothing in storage when it checks whether storage lasts', async () => {
    const local = createStorage()
    const vault = await opened({ local })
    expect(vault.isDurable(true)).toBe(true)
    expect(local.entries.size).toBe(0)
  })
})

describe('vault, clearing', () => {
  it('clears all of local storage, but only the token in this tab’s storage', async () => {
    const local = createStorage({ token: sealed(token), token_expiration: String(LATER), theme: 'dark' })
    const tab = createStorage({ token: sealed(token), token_expiration: String(LATER), draft: 'kept' })
    const vault = await opened({ local, tab })
    vault.clear()
    expect(local.entries.size).toBe(0)
    expect([...tab.entries]).toEqual([['draft', 'kept']])
    expect(vault.read()).toEqual({ kind: 'empty' })
  })

  it('does not touch an empty store', async () => {
    const local = createStorage()
    const vault = await opened({ local })
    vault.clear()
    expect(local.log).toEqual([])
  })

  it('removes entries that a start cannot use', async () => {
    const local = createStorage({ token: 'garbage', theme: 'dark' })
    const vault = await opened({ local })
    vault.tidy()
    expect(local.entries.size).toBe(0)
  })

  it('removes nothing while another tab is between its two writes', async () => {
    const local = createStorage({ token_expiration: String(LATER) })
    const vault = await opened({ local })
    vault.tidy()
    expect(local.entries.size).toBe(1)
  })

  it('removes nothing before it can be read', () => {
    const local = createStorage({ token: sealed(token), token_expiration: String(LATER) })
    const vault = open({ local })
    expect(vault.isLocked()).toBe(true)
    vault.tidy()
    expect(local.entries.size).toBe(2)
  })
})
