import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { factorPaths, passkeySignInBody } from '../../../contract/factors'
import { audit } from '../../activity/audit'
import { validated } from '../../http/body'
import { passkeyBudgets } from '../budgets'
import { clientOf, guestEntry } from '../clients'
import { completeSignIn } from '../completeSignIn'
import { grantOf } from '../grants'
import { spend } from '../throttle'
import { createTokens, refusedSignIn } from '../bearer'
import { makeChallenge, spendChallenge } from './challenges'
import { checkPasskey, findHolder, requestOptions, recordPasskeyUse } from './passkeys'
import { requireRelyingParty } from './relyingParty'

/**
 * POST /auth/passkey/options and /auth/passkey: sign-in by a passkey alone, which covers both steps: the device, and its owner's PIN or
 * biometrics.
 */
export function passkeySignInRoutes(scope: FastifyInstance): void {
  const { db, settings, clock } = scope
  const tokens = createTokens(settings)
  const spendOn = (request: FastifyRequest, at: Date) =>
    spend(db, passkeyBudgets(request.ip), at, () => audit(db, guestEntry(request, 'sign_in_refused')))
  scope.post(factorPaths.passkeyOptions, async (request) => {
    const party = requireRelyingParty(settings)
    const at = clock()
    await spendOn(request, at)
    const challenge = await makeChallenge(db, { purpose: 'passkey', userId: null }, at)
    return { result: { challenge, options: await requestOptions(db, party, challenge, null) } }
  })
  scope.post(factorPaths.passkey, async (request, reply) => {
    const { challenge, passkey } = validated(passkeySignInBody, request.body)
    const party = requireRelyingParty(settings)
    const at = clock()
    await spendOn(request, at)
    const note = (reason: string) => request.log.warn({ reason }, 'passkey refused')
    const use = await checkPasskey(db, party, passkey, { challenge, note })
    const session = await db.transaction(async (tx) => {
      if (use === null) return null
      const { rows } = await tx.query(sql`select from users where id = ${use.userId} and active for update`)
      if (rows.length === 0 || !(await spendChallenge(tx, challenge, { purpose: 'passkey', userId: null }, at))) return null
      if (!(await recordPasskeyUse(tx, use, at))) return null
      const signIn = { userId: use.userId, via: 'passkey', deviceId: null, factor: 'passkey' } as const
      return completeSignIn(tx, settings, signIn, { client: clientOf(request), requestId: request.id, at })
    })
    if (session !== null) return { result: grantOf(tokens, settings, session, at) }
    await audit(db, guestEntry(request, 'sign_in_failed', { account: await findHolder(db, passkey) }))
    throw refusedSignIn(reply, 'This passkey was not accepted. Try again, or sign in with your password')
  })
}
