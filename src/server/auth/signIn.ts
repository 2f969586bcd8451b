import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { sessionPaths, signInBody } from '../../contract/session'
import { audit } from '../activity/audit'
import type { Queryable } from '../db/database'
import { invalid } from '../http/problems'
import { validated } from '../http/body'
import { signInBudgets } from './budgets'
import { clientOf, guestEntry } from './clients'
import { findTrust } from './devices'
import { emailKey } from './emails'
import { afterFirstStep } from './completeSignIn'
import { secondStepRefusal } from './factors/secondStepRefusal'
import { grantOf } from './grants'
import { passwordTextFault } from './passwordRules'
import { refundAttempts, spend } from './throttle'
import { createTokens, refusedSignIn } from './bearer'

/**
 * POST /users/login: starts a session by email and password. 401 reveals neither which of the two is wrong nor whether the account exists.
 * When both are right and the account has a second factor that this device has not passed yet, 401 `second_factor` asks for it.
 */
export function signInRoute(scope: FastifyInstance): void {
  const { db, settings, clock, passwords } = scope
  const tokens = createTokens(settings)
  scope.post(sessionPaths.signIn, async (request, reply) => {
    const { email, password, device } = validated(signInBody, request.body)
    const fault = passwordTextFault(password)
    if (fault !== null) throw invalid(new Map([['password', fault]]))
    const at = clock()
    const client = clientOf(request)
    const attempt = { client: client.ip, email }
    const trust = await findTrust(db, attempt, device, at)
    const budgets = signInBudgets(attempt, trust)
    // Logged once per budget and window, so that repeated attempts do not fill the log.
    await spend(db, budgets, at, () => audit(db, guestEntry(request, 'sign_in_refused')))
    const account = await findAccount(db, email)
    const isRight = await passwords.isRight(password, account?.passwordHash ?? null)
    const session = await db.transaction(async (tx) => {
      if (!isRight || account === null || !(await isUnchanged(tx, account))) return null
      const firstStep = { userId: account.id, via: 'password', deviceId: trust.deviceId } as const
      const signedIn = await afterFirstStep(tx, settings, firstStep, { client, requestId: request.id, at })
      // A correct password without the second step does not refund attempts.
      if ('sessionId' in signedIn) await refundAttempts(tx, budgets)
      return signedIn
    })
    if (session !== null && 'challenge' in session) throw await secondStepRefusal(reply, scope, session)
    if (session === null) {
      // Logs the account's name rather than the typed address, which may be a password typed by mistake.
      await audit(db, guestEntry(request, 'sign_in_failed', { account: account?.fullname ?? null }))
      throw refusedSignIn(reply, 'Email or password is wrong')
    }
    const grant = grantOf(tokens, settings, session, at)
    return { result: { ...grant, ...(session.device !== null && { device: session.device }) } }
  })
}

interface Account {
  readonly id: string
  readonly fullname: string
  readonly passwordHash: string | null
}

async function findAccount(db: Queryable, email: string): Promise<Account | null> {
  const { rows } = await db.query<Account>(sql`
    select id, fullname, password_hash as "passwordHash" from users where email_key = ${emailKey(email)}`)
  return rows[0] ?? null
}

/** Locks the account; false when it was disabled or its password changed during the check. */
async function isUnchanged(tx: Queryable, { id, passwordHash }: Account): Promise<boolean> {
  const { rows } = await tx.query(
    sql`select from users where id = ${id} and active and password_hash = ${passwordHash} for update`,
  )
  return rows.length > 0
}
