import { describe, expect, it } from 'vitest'
import * as cipher from '../../src/auth/cipher'
import { parseToken } from '../../src/auth/tokens'
import { createVault } from '../../src/auth/vault'
import { createStorage } from '../support/session/webStorage'

const NOW = Date.UTC(2026, 10, 20, 9)
const LATER = NOW + 900_000

async function opened(local = createStorage(), tab = createStorage()) {
  const vault = createVault(
    { local, tab },
    () => NOW,
    () => Promise.resolve(cipher),
  )
  await vault.prepare(true)
  return vault
}

describe('vault, with tokens that do not name their session', () => {
  const first = parseToken('opaque-token-1', LATER, 900_000)
  const second = parseToken('opaque-token-2', LATER, 900_000, first.sessionId)
  const third = parseToken('opaque-token-3', LATER, 900_000)

  it('stores the session with a rotated token, and with no other', async () => {
    const local = createStorage()
    const vault = await opened(local)
    vault.store(first, true)
    expect([...local.entries.keys()]).toEqual(['token_expiration', 'token'])
    vault.replace(second)
    expect(vault.read()).toMatchObject({ tokenId: second.tokenId, sessionId: first.tokenId })
    vault.store(third, true)
    expect([...local.entries.keys()].toSorted()).toEqual(['token', 'token_expiration'])
  })

  it('takes a token stored beside another token’s session for a new session', async () => {
    const local = createStorage()
    const vault = await opened(local)
    vault.replace(second)
    local.setItem('token', cipher.encrypt(third.token))
    expect(vault.read()).toMatchObject({ tokenId: third.tokenId, sessionId: third.tokenId })
  })

  it('removes it when it is cleared', async () => {
    const [local, tab] = [createStorage(), createStorage({ draft: 'kept' })]
    const vault = await opened(local, tab)
    vault.store(first, false)
    vault.replace(second)
    vault.clear()
    expect([local.entries.size, [...tab.entries.keys()]]).toEqual([0, ['draft']])
  })
})
