import { fromCallback } from 'xstate'
import type { AuthEvent, SyncCause } from '../../machines/authMachine'
import type { Tabs } from './ports'
import type { Quarantine } from './quarantine'
import type { Vault } from './vault'

interface Surroundings {
  readonly tabs: Tabs
  readonly vault: Vault
  readonly quarantine: Quarantine
}

/** The actor that turns what happens around this tab into the machine's events. */
export function createEnvironment({ tabs, vault, quarantine }: Surroundings) {
  return fromCallback<AuthEvent>(({ sendBack }) =>
    tabs.watch((signal) => {
      if (signal.type === 'sync') look(vault, signal.cause, sendBack)
      else if (signal.message.type === 'signedOut') sendBack({ type: 'peer.signedOut', at: signal.message.at })
      else {
        quarantine.announce(signal.message.tokenId)
        look(vault, 'peer', sendBack)
      }
    }),
  )
}

/** Has the machine look at storage, once storage can be read. */
export function look(vault: Vault, cause: SyncCause, send: (event: AuthEvent) => void): void {
  const sync = () => send({ type: 'sync', cause })
  if (vault.isLocked()) vault.prepare().then(sync, () => {})
  else sync()
}
