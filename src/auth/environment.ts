import { fromCallback } from 'xstate'
import type { AuthEvent, SyncCause } from '../../machines/authMachine'
import type { PeerMessage, Tabs } from './ports'
import { parseToken } from './tokens'
import type { Vault } from './vault'

interface EnvironmentDeps {
  readonly tabs: Tabs
  readonly vault: Vault
}

/** The actor that turns events around this tab into the machine's events. */
export function createEnvironment({ tabs, vault }: EnvironmentDeps) {
  function onPeerMessage(message: PeerMessage, send: (event: AuthEvent) => void): void {
    if (message.type === 'signedOut') return send({ type: 'peer.signedOut', sessionId: message.sessionId })
    adoptRotation(vault, message)
    sendSync(vault, 'peer', send)
  }

  return fromCallback<AuthEvent>(({ sendBack }) =>
    tabs.watch((signal) => {
      if (signal.type === 'message') onPeerMessage(signal.message, sendBack)
      else sendSync(vault, signal.cause, sendBack)
    }),
  )
}

/** Adopts the rotated token of a duplicated tab: otherwise the server would treat this tab's copy as stolen. */
function adoptRotation(vault: Vault, { from, token, expiresAt, ttl }: Extract<PeerMessage, { type: 'rotated' }>): void {
  const contents = vault.read()
  if (contents.kind === 'token' && contents.tokenId === from && !vault.isShared())
    vault.replace(parseToken(token, expiresAt, ttl, contents.sessionId))
}

/** Sends the machine a `sync` event once storage can be read. */
export function sendSync(vault: Vault, cause: SyncCause, send: (event: AuthEvent) => void): void {
  const sync = () => send({ type: 'sync', cause })
  if (vault.isLocked()) vault.prepare().then(sync, () => {})
  else sync()
}
