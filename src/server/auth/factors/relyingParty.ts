import { isIP } from 'node:net'
import { refusal } from '../../http/problems'
import type { Settings } from '../../process/settings'

/** The host and origin that passkeys are bound to. */
export interface RelyingParty {
  /** The host of PUBLIC_URL. */
  readonly id: string
  readonly origin: string
}

/** The relying party of PUBLIC_URL; null where browsers offer no passkeys, which need `localhost`, or HTTPS and a host name. */
export function relyingParty({ publicUrl }: Pick<Settings, 'publicUrl'>): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return hostname === 'localhost' || (protocol === 'https:' && isNamed) ? { id: hostname, origin } : null
}

/** The same for calls that need it; throws 503 `not_configured`. */
export function requireRelyingParty(settings: Pick<Settings, 'publicUrl'>): RelyingParty {
  const party = relyingParty(settings)
  if (party !== null) return party
  throw refusal(503, 'not_configured', 'Passkeys need HTTPS and a host name: set PUBLIC_URL')
}
