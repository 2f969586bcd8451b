import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { accountPaths, changePasswordBody } from '../../contract/account'
import { audit } from '../activity/audit'
import { passwordBudgets } from '../auth/budgets'
import { endAccess } from '../auth/devices'
import { principalOf } from '../auth/guard'
import { newPasswordFault, passwordTextFault, type Owner } from '../auth/passwordRules'
import { clearBudgets, spend } from '../auth/throttle'
import type { Queryable } from '../db/database'
import { queueNotice } from '../mail/outbox'
import { documented } from '../http/openapi'
import { jsonSchema } from '../http/schema'
import { invalid } from '../http/problems'
import { validated } from '../http/body'

const schema = documented({
  tag: 'Account',
  summary: 'Change your own password; all other sessions end',
  body: jsonSchema(changePasswordBody),
  answers: { 204: null },
})

/**
 * POST /account/password: sets a new password given the current one, 204. Ends all other sessions, invalidates mailed reset links, and
 * mails the owner of a confirmed address.
 */
export function passwordRoute(app: FastifyInstance): void {
  const { db, settings, clock, passwords } = app
  app.post(accountPaths.password, { schema }, async (request, reply) => {
    const { current_password, password } = validated(changePasswordBody, request.body)
    const { userId, sessionId, email } = principalOf(request)
    const at = clock()
    const owner = await findOwner(db, userId)
    const fault = newPasswordFault(password, settings.passwordMin, owner ?? { email, fullname: '' })
    if (fault !== null) throw invalid(new Map([['password', fault]]))
    // Counts only attempts at the current password: trying out new ones is no guessing.
    const budgets = passwordBudgets({ client: request.ip, email })
    await spend(db, budgets, at)
    if (passwordTextFault(current_password) !== null || !(await passwords.isRight(current_password, owner?.passwordHash ?? null)))
      throw wrong(owner)
    const change = { userId, sessionId, before: owner?.passwordHash ?? null, after: await passwords.hash(password), at }
    await db.transaction(async (tx) => {
      if (!(await setPassword(tx, change))) throw wrong(owner)
      await queueNotice(tx, 'password_changed', { email, name: owner?.firstName ?? null }, at)
      await clearBudgets(tx, budgets)
      await audit(tx, { userId, requestId: request.id, action: 'password_changed', subject: 'User', subjectId: userId })
    })
    return reply.code(204).send()
  })
}

interface PasswordOwner extends Owner {
  readonly firstName: string
  readonly passwordHash: string | null
}

async function findOwner(db: Queryable, id: string): Promise<PasswordOwner | null> {
  const { rows } = await db.query<PasswordOwner>(sql`
    select email, fullname, first_name as "firstName", password_hash as "passwordHash" from users where id = ${id}`)
  return rows[0] ?? null
}

interface PasswordChange {
  readonly userId: string
  readonly sessionId: string
  /** The hash that the password was checked against; nothing changes when the account has another one by now. */
  readonly before: string | null
  readonly after: string
  readonly at: Date
}

/** Updates the user's row first: a concurrent sign-in with the old password waits for it and then fails. */
async function setPassword(tx: Queryable, { userId, sessionId, before, after, at }: PasswordChange): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update users set password_hash = ${after}, version = version + 1, updated_at = ${at}
    where id = ${userId} and active and password_hash = ${before}`)
  if (rowCount === 0) return false
  await endAccess(tx, userId, 'password_changed', at, sessionId)
  await tx.query(sql`
    update link_tokens set used_at = ${at} where user_id = ${userId} and purpose = 'reset' and used_at is null`)
  return true
}

function wrong(owner: PasswordOwner | null): Error {
  const sentence =
    owner?.passwordHash === null
      ? 'This account has no password yet: sign out, then ask for a link under “Forgot password?”'
      : 'Current password is wrong'
  return invalid(new Map([['current_password', sentence]]))
}
