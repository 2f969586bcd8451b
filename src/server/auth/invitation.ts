import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { ID_PATTERN } from '../../contract/fields'
import { invitation, INVITATIONS_PATH } from '../../contract/invitations'
import type { NamedRow } from '../../contract/problem'
import { emailBody, sessionPaths } from '../../contract/session'
import { audit } from '../activity/audit'
import type { Queryable } from '../db/database'
import { byId, documented, resultOf, type ById } from '../http/openapi'
import { refusal } from '../http/problems'
import { jsonSchema } from '../http/schema'
import { validated } from '../http/body'
import { invitationBudgets } from './budgets'
import { emailKey } from './emails'
import { principalOf, sessionGuard, type RequestHook } from './guard'
import { invite, openInvitations, revokeInvitation } from './invitations'
import { spend } from './throttle'

const schema = documented({
  tag: 'Session',
  summary: 'Invite someone to register with a mailed link',
  body: jsonSchema(emailBody),
  answers: { 204: null },
})

/** Registers the calls on invitations, which need a session, unlike the other session calls. */
export function invitationRoutes(scope: FastifyInstance): void {
  const onRequest = sessionGuard(scope)
  inviteRoute(scope, onRequest)
  openInvitationRoutes(scope, onRequest)
}

/** POST /users/invitation: invites an address to register, 204. 409 `taken` names who has the address. */
function inviteRoute(scope: FastifyInstance, onRequest: RequestHook): void {
  const { db, settings, clock } = scope
  scope.post(sessionPaths.invitation, { onRequest, schema }, async (request, reply) => {
    const { email } = validated(emailBody, request.body)
    const { userId } = principalOf(request)
    const at = clock()
    if (settings.registration === 'closed')
      throw refusal(403, 'registration_closed', 'Registration is closed on this server, so nobody can be invited')
    await spend(db, invitationBudgets({ client: request.ip, email }, userId), at)
    await db.transaction(async (tx) => {
      await refuseTaken(tx, email)
      await invite(tx, settings, { email, invitedBy: userId, at })
      await audit(tx, { userId, requestId: request.id, action: 'invited', subject: 'User', subjectId: null, after: { email } })
    })
    return reply.code(204).send()
  })
}

/** GET /users/invitations lists the open ones. DELETE /users/invitations/{id} invalidates the link, 204. */
function openInvitationRoutes(scope: FastifyInstance, onRequest: RequestHook): void {
  const { db, clock } = scope
  const open = resultOf({ type: 'array', items: jsonSchema(invitation) })
  const listing = documented({ tag: 'Users', summary: 'List the open invitations', answers: { 200: open } })
  scope.get(INVITATIONS_PATH, { onRequest, schema: listing }, async () => ({ result: await openInvitations(db, clock()) }))
  const revoking = documented({ tag: 'Users', summary: 'Revoke an invitation', params: byId, answers: { 204: null } })
  scope.delete<ById>(`${INVITATIONS_PATH}/:id`, { onRequest, schema: revoking }, async (request, reply) => {
    const { id } = request.params
    const { userId } = principalOf(request)
    const email = await db.transaction(async (tx) => {
      const revoked = ID_PATTERN.test(id) ? await revokeInvitation(tx, id, clock()) : null
      const entry = { userId, requestId: request.id, action: 'invitation_revoked', subject: 'User', subjectId: null }
      if (revoked !== null) await audit(tx, { ...entry, before: { email: revoked } })
      return revoked
    })
    if (email === null) throw refusal(404, 'not_found', 'There is no such open invitation')
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
