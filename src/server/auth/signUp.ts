import type { FastifyInstance, FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { fullnameOf, sessionPaths, signUpBody, type SignUpBody } from '../../contract/session'
import { audit } from '../activity/audit'
import { databaseFault, type Queryable } from '../db/database'
import { invalid, refusal } from '../http/problems'
import type { Settings } from '../process/settings'
import { validated } from '../http/body'
import { signUpBudgets } from './budgets'
import { clientOf, type Client } from './clients'
import { grantOf } from './grants'
import { isInvitationAccepted, spendInvitation } from './invitations'
import { mailLink } from './links'
import { newPasswordFault } from './passwordRules'
import { startSession, type Session } from './sessions'
import { spend } from './throttle'
import { createTokens } from './bearer'
import { createUser } from './users'

/**
 * POST /users/register: creates an account and its first session, 201. FROND_REGISTRATION decides who may; an invitation's token comes as
 * `?invitation=`, as in the mailed link, because the body is specified. Otherwise 403 `registration_closed`.
 */
export function signUpRoute(scope: FastifyInstance): void {
  const { db, settings, clock, passwords } = scope
  const tokens = createTokens(settings)
  scope.post(sessionPaths.signUp, async (request, reply) => {
    const at = clock()
    const invitation = admit(settings, request)
    const body = validated(signUpBody, request.body)
    checkSignUp(body, settings)
    await spend(db, signUpBudgets(request.ip), at)
    const passwordHash = await passwords.hash(body.password)
    const session = await db
      .transaction((tx) =>
        enrol(tx, settings, { body, passwordHash, invitation, client: clientOf(request), requestId: request.id, at }),
      )
      .catch((error: unknown) => {
        throw databaseFault(error)?.constraint === 'users_email_key_taken' ? emailTaken() : error
      })
    const { token } = grantOf(tokens, settings, session, at)
    return reply.code(201).send({ result: { token } })
  })
}

/** Reads the invitation; null without one where everyone may register, otherwise throws 403. */
function admit({ registration }: Settings, request: FastifyRequest): string | null {
  const invitation = new URL(request.url, 'http://localhost').searchParams.get('invitation')
  if (registration === 'open') return invitation
  if (registration === 'closed') throw registrationClosed('Registration is closed, please ask an administrator')
  if (invitation === null) throw registrationClosed('Registration is by invitation, please use the link in your email')
  return invitation
}

function checkSignUp(body: SignUpBody, { passwordMin }: Settings): void {
  const fields = new Map<string, string>()
  const fullname = fullnameOf(body.firstName, body.lastName)
  if (body.fullname !== fullname) fields.set('fullname', 'Full name must be the first name, a space and the surname')
  const fault = newPasswordFault(body.password, passwordMin, { email: body.email, fullname })
  if (fault !== null) fields.set('password', fault)
  if (fields.size > 0) throw invalid(fields)
}

interface Enrolment {
  readonly body: SignUpBody
  readonly passwordHash: string
  readonly invitation: string | null
  readonly client: Client
  readonly requestId: string
  readonly at: Date
}

async function enrol(tx: Queryable, settings: Settings, enrolment: Enrolment): Promise<Session> {
  const { body, passwordHash, invitation, client, requestId, at } = enrolment
  const isInvited = invitation !== null && (await spendInvitation(tx, invitation, body.email, at))
  if (!isInvited && settings.registration !== 'open') {
    // Sent again after a lost answer.
    if (invitation !== null && (await isInvitationAccepted(tx, invitation, body.email))) throw emailTaken()
    throw registrationClosed('This invitation is no longer valid, or was sent to another address')
  }
  // An invitation's mail proves the address.
  const emailConfirmedAt = isInvited ? at : null
  const { firstName, lastName, email } = body
  const { id } = await createUser(tx, { firstName, lastName, email, passwordHash, emailConfirmedAt, at })
  await audit(tx, {
    userId: id,
    requestId,
    action: 'created',
    subject: 'User',
    subjectId: id,
    after: { firstName, lastName, email },
  })
  if (emailConfirmedAt === null) await mailLink(tx, settings, 'confirm', { email, at })
  await tx.query(sql`update users set last_sign_in_at = ${at} where id = ${id}`)
  return startSession(tx, settings, id, client, at)
}

/** The 403 where registration is not allowed; social sign-in uses it too. */
export function registrationClosed(message: string): Error {
  return refusal(403, 'registration_closed', message)
}

/** Does not name the account's holder to a stranger. */
function emailTaken(): Error {
  const message = 'There is an account with this email already'
  return refusal(409, 'taken', message, { fields: { email: message } })
}
