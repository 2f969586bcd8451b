import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { NamedRow } from '../../contract/problem'
import { emailBody, sessionPaths } from '../../contract/session'
import { audit } from '../audit'
import type { Queryable } from '../db/database'
import type { Deps } from '../deps'
import { documented } from '../openapi'
import { refusal } from '../problems'
import { jsonSchema } from '../schema'
import { validated } from '../validate'
import { emailKey } from './emails'
import { principalOf, sessionGuard } from './guard'
import { invite } from './invitations'
import { countAttempt } from './throttle'

const schema = documented({
  tag: 'Session',
  summary: 'Invite someone to register, by a mailed link',
  body: jsonSchema(emailBody),
  answers: { 204: null },
})

/** POST /users/invitation: an administrator invites an address to register, 204. 409 `taken` names who has it already. */
export function invitationRoute(scope: FastifyInstance, deps: Deps): void {
  const { db, settings, clock } = deps
  scope.post(sessionPaths.invitation, { onRequest: sessionGuard(deps), schema }, async (request, reply) => {
    const { email } = validated(emailBody, request.body)
    const { userId } = principalOf(request)
    const at = clock()
    if (settings.registration === 'closed')
      throw refusal(403, 'registration_closed', 'Registration is closed on this server, so nobody can be invited')
    await countAttempt(db, 'invite', request.ip, email, at)
    await db.transaction(async (tx) => {
      await refuseTaken(tx, email)
      await invite(tx, settings, { email, invitedBy: userId, at })
      await audit(tx, { userId, requestId: request.id, action: 'invited', subject: 'User', subjectId: null, after: { email } })
    })
    return reply.code(204).send()
  })
}

async function refuseTaken(tx: Queryable, email: string): Promise<void> {
  const { rows } = await tx.query<NamedRow>(sql`select id, fullname as name from users where email_key = ${emailKey(email)}`)
  const [holder] = rows
  if (holder === undefined) return
  const message = `${holder.name} has an account with this email already`
  throw refusal(409, 'taken', message, { holder, fields: { email: message } })
}
