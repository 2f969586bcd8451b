import { codeOf } from '../fuzz/judge'
import type { ProbeResponse } from '../http'
import type { Operation } from '../operations'
import type { Credential } from './credentials'

/** Says what is wrong with a cell of the matrix; null: nothing. */
export function cellFault(
  { name, audience }: Operation,
  { byDesign }: Pick<Credential, 'byDesign'>,
  answer: ProbeResponse,
): string | null {
  const { status, headers, body } = answer
  if (status >= 500 && codeOf(body) !== 'not_configured') return `a ${status}`
  if (audience === 'everybody' || name in byDesign) return null
  if (status >= 200 && status < 400) return `let in with ${status}`
  if (status !== 401) return `answered ${status}, which is not 401`
  return headers['www-authenticate'] === undefined ? 'a 401 without WWW-Authenticate' : null
}

/** Says what is wrong with an answer to an account without the required second factor; `isSetUp`: the operation sets one up. */
export function setUpFault({ audience, name }: Operation, isSetUp: boolean, { status, body }: ProbeResponse): string | null {
  if (status >= 500 && codeOf(body) !== 'not_configured') return `a ${status}`
  if (audience === 'everybody' || isSetUp || /auth\/(refresh_token|sign_out)$/.test(name)) return null
  const right = audience === 'gateways' ? 401 : 403
  return status === right ? null : `answered ${status}, which is not ${right}`
}

/** Says what is wrong with an answer to an authorized client: a matrix in which every answer is 401 would prove nothing. */
export function controlFault({ audience }: Operation, { status }: ProbeResponse): string | null {
  return audience !== 'everybody' && (status === 401 || status === 403) ? `answered ${status} to who may ask` : null
}
