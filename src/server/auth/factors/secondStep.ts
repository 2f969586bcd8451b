import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { factorPaths, secondFactorBody, type FactorKind, type SecondFactorBody } from '../../../contract/factors'
import { audit } from '../../activity/audit'
import type { Queryable } from '../../db/database'
import type { Deps } from '../../deps'
import { queueNotice } from '../../mail/outbox'
import { invalid } from '../../http/problems'
import { validated } from '../../http/body'
import { secondStepBudgets, signInBudgets, type Attempt } from '../budgets'
import { clientOf, guestEntry } from '../clients'
import { findTrust } from '../devices'
import { completeSignIn, type SignedIn } from '../completeSignIn'
import { grantOf } from '../grants'
import { refundAttempts, spend } from '../throttle'
import { createTokens, refusedSignIn } from '../bearer'
import { findPendingSignIn, spendChallenge, type PendingSignIn } from './challenges'
import { checkPasskey, recordPasskeyUse, type PasskeyUse } from './passkeys'
import { consumeRecoveryCode } from './recoveryCodes'
import { relyingParty } from './relyingParty'
import { consumeTotp } from './totp'

/**
 * POST /auth/second_factor: completes a sign-in by its second step; answers with a session. A wrong code answers 422 on its field and
 * leaves the challenge valid; an answered or expired challenge, or one of a changed account, answers 401, and the sign-in starts again.
 */
export function secondStepRoute(scope: FastifyInstance): void {
  const { db, settings, clock } = scope
  const tokens = createTokens(settings)
  scope.post(factorPaths.secondFactor, async (request, reply) => {
    const body = validated(secondFactorBody, request.body)
    const at = clock()
    const pending = await findPendingSignIn(db, body.challenge, at)
    if (pending === null) throw challengeOver(reply)
    const attempt = { client: request.ip, email: pending.email }
    const log = (action: string) => audit(db, guestEntry(request, action, { account: pending.fullname }))
    await spend(db, secondStepBudgets(attempt), at, () => log('second_factor_refused'))
    const note = (reason: string) => request.log.warn({ reason }, 'passkey refused')
    const party = relyingParty(settings)
    const passkey =
      body.passkey === undefined || party === null
        ? null
        : await checkPasskey(db, party, body.passkey, { challenge: body.challenge, note })
    const signedIn = await answer(scope, request, { body, passkey, pending, attempt, at })
    if (signedIn === 'over') throw challengeOver(reply)
    if (signedIn === 'wrong') {
      await log('second_factor_failed')
      throw wrong(body)
    }
    const { device } = signedIn
    return { result: { ...grantOf(tokens, settings, signedIn, at), ...(device !== null && { device }) } }
  })
}

interface Answer {
  readonly body: SecondFactorBody
  /** The passkey in the body, if its signature is valid. */
  readonly passkey: PasskeyUse | null
  readonly pending: PendingSignIn
  readonly attempt: Attempt
  readonly at: Date
}

/** Answers a challenge. Of concurrent answers one succeeds: each locks the account's row first, as a password reset does. */
async function answer(deps: Deps, request: FastifyRequest, input: Answer): Promise<SignedIn | 'wrong' | 'over'> {
  const { db, settings } = deps
  const { body, pending, attempt, at } = input
  const { userId, via } = pending
  const budgets = via === 'password' ? signInBudgets(attempt, await findTrust(db, attempt, undefined, at)) : []
  return db.transaction(async (tx) => {
    const { rows } = await tx.query(sql`select from users where id = ${userId} and active for update`)
    if (rows.length === 0) return 'over'
    if ((await findPendingSignIn(tx, body.challenge, at)) === null) return 'over'
    const factor = await take(tx, deps, input)
    if (factor === null) return 'wrong'
    await spendChallenge(tx, body.challenge, { purpose: 'second_step', userId }, at)
    await refundAttempts(tx, secondStepBudgets(attempt))
    if (budgets.length > 0) await refundAttempts(tx, budgets)
    return completeSignIn(
      tx,
      settings,
      { userId, via, deviceId: null, factor },
      { client: clientOf(request), requestId: request.id, at },
    )
  })
}

/** Consumes the code, passkey or recovery code; returns its kind, or null when it is wrong. */
async function take(tx: Queryable, { settings }: Deps, { body, passkey, pending, at }: Answer): Promise<FactorKind | null> {
  const { userId, email, firstName } = pending
  if (body.code !== undefined) return (await consumeTotp(tx, settings, userId, body.code, at)) ? 'totp' : null
  if (passkey !== null) return passkey.userId === userId && (await recordPasskeyUse(tx, passkey, at)) ? 'passkey' : null
  if (body.recovery_code === undefined || !(await consumeRecoveryCode(tx, userId, body.recovery_code, at))) return null
  await queueNotice(tx, 'recovery_code_used', { email, name: firstName }, at)
  return 'recovery_code'
}

function challengeOver(reply: FastifyReply): Error {
  return refusedSignIn(reply, 'This sign-in has ended. Please sign in again')
}

function wrong({ code, recovery_code }: SecondFactorBody): Error {
  if (code !== undefined) return invalid(new Map([['code', 'This code is wrong or was used already']]))
  if (recovery_code !== undefined) return invalid(new Map([['recovery_code', 'This recovery code is wrong or was used already']]))
  return invalid(new Map([['passkey', 'This passkey was not accepted']]))
}
