import type { Grant } from '../../contract/session'
import type { Settings } from '../process/settings'
import type { Session } from './sessions'
import type { Tokens } from './tokens'

/** What a client gets for a session: its bearer, and for how many seconds; never beyond the session's own end. */
export function grantOf(tokens: Tokens, { accessTokenS }: Pick<Settings, 'accessTokenS'>, session: Session, at: Date): Grant {
  const ttlS = Math.min(accessTokenS, session.secondsLeft)
  return { token: tokens.sign(session, ttlS, at), expires_at: ttlS }
}
