import type { Grant } from '../../contract/session'
import type { Settings } from '../process/settings'
import type { Session } from './sessions'
import type { Tokens } from './bearer'

/** Creates the bearer of a session and its lifetime in seconds, which ends with the session at the latest. */
export function grantOf(tokens: Tokens, { accessTokenS }: Pick<Settings, 'accessTokenS'>, session: Session, at: Date): Grant {
  const ttlS = Math.min(accessTokenS, session.secondsLeft)
  return { token: tokens.sign(session, ttlS, at), expires_at: ttlS }
}
