import sql from 'sql-template-tag'
import { audit } from '../activity/audit'
import { databaseFault, type Database, type Queryable } from '../db/database'
import { queueNotice } from '../mail/outbox'
import { refusal } from '../http/problems'
import type { Settings } from '../process/settings'
import { endAccess } from './devices'
import { emailKey } from './emails'
import { afterFirstStep, type SignInRequest, type SignedIn, type SecondStep } from './completeSignIn'
import { spendInvitationOf } from './invitations'
import { mailLink } from './links'
import { registrationClosed } from './signUp'
import type { Person } from './socialPerson'
import { removeUnproven } from './unproven'
import { createUser } from './users'

/** Constraints that two concurrent first sign-ins of one person violate. */
const contested = ['identities_pkey', 'identities_one_of_each', 'users_email_key_taken']

/**
 * Starts a session for a person whom a provider identified. Finds their account by the provider's id. A new identity is linked to the
 * account with the same confirmed address if the provider runs that mailbox; otherwise registers, where FROND_REGISTRATION allows it. The
 * provider replaces only the first step of a sign-in.
 */
export async function signInAs(
  db: Database,
  settings: Settings,
  person: Person,
  signIn: SignInRequest,
): Promise<SignedIn | SecondStep> {
  const attempt = () => db.transaction((tx) => signInWithin(tx, settings, person, signIn))
  return attempt().catch((error: unknown) => {
    if (contested.includes(databaseFault(error)?.constraint ?? '')) return attempt()
    throw error
  })
}

async function signInWithin(
  tx: Queryable,
  settings: Settings,
  person: Person,
  signIn: SignInRequest,
): Promise<SignedIn | SecondStep> {
  const userId =
    (await findUser(tx, person)) ?? (await joinUser(tx, person, signIn)) ?? (await enrol(tx, settings, person, signIn))
  const { rows } = await tx.query(sql`select from users where id = ${userId} and active for update`)
  if (rows.length === 0) throw refusal(403, 'forbidden', 'This account is deactivated, please ask an administrator')
  // A reset of the account, for which the lock waited, may have removed the identity.
  if ((await findUser(tx, person)) !== userId) return signInWithin(tx, settings, person, signIn)
  return afterFirstStep(tx, settings, { userId, via: person.provider, deviceId: null }, signIn)
}

async function findUser(tx: Queryable, { provider, subject }: Person): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(sql`
    select user_id as id from identities where provider = ${provider} and subject = ${subject}`)
  return rows[0]?.id ?? null
}

/** Finds the name of the account that a person would sign in to: that of the identity, else that of the address; null without either. */
export async function findHolder(db: Queryable, { provider, subject, email }: Person): Promise<string | null> {
  const { rows } = await db.query<{ fullname: string | null }>(sql`
    select coalesce(
      (select u.fullname from identities i join users u on u.id = i.user_id where i.provider = ${provider} and i.subject = ${subject}),
      (select fullname from users where email_key = ${emailKey(email)})
    ) as fullname`)
  return rows[0]?.fullname ?? null
}

interface Holder {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly isConfirmed: boolean
  /** The provider's id linked to the account already. */
  readonly knownAs: string | null
}

/**
 * Links the person to the account with their address, if it is certainly theirs; null when no account has the address, 409 when ownership
 * is uncertain. Someone else may have registered the account and the mailbox's owner confirmed it by mistake: ends its sessions, forgets
 * its devices, drops a password that was not set with proof of the mailbox, and removes what was added before the confirmation.
 */
async function joinUser(tx: Queryable, person: Person, { requestId, at }: SignInRequest): Promise<string | null> {
  const { provider, subject, email, isMailboxOwner } = person
  const { rows } = await tx.query<Holder>(sql`
    select id, email, first_name as "firstName", active and email_confirmed_at is not null as "isConfirmed",
      (select i.subject from identities i where i.user_id = users.id and i.provider = ${provider}) as "knownAs"
    from users where email_key = ${emailKey(email)} for update`)
  const [holder] = rows
  if (holder === undefined) return null
  // A concurrent sign-in of the same person was quicker.
  if (holder.knownAs === subject) return holder.id
  if (!isMailboxOwner || !holder.isConfirmed || holder.knownAs !== null)
    throw refusal(409, 'taken', 'There is an account with this email already: sign in to it the way you did before')
  const removed = await removeUnproven(tx, holder.id)
  await addIdentity(tx, person, holder.id, at)
  const ended = await endAccess(tx, holder.id, 'joined', at)
  const droppedPassword = await dropUnprovenPassword(tx, holder.id, at)
  await queueNotice(tx, 'google_joined', { email: holder.email, name: holder.firstName }, at)
  const entry = { requestId, action: 'identity_added', subject: 'User', subjectId: holder.id }
  await audit(tx, { userId: holder.id, ...entry, after: { provider, ended, droppedPassword, removed } })
  return holder.id
}

/** Drops a password that was set without proof of the mailbox; false when there is none. */
async function dropUnprovenPassword(tx: Queryable, userId: string, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update users set password_hash = null, version = version + 1, updated_at = ${at}
    where id = ${userId} and password_hash is not null and not password_proven`)
  return rowCount > 0
}

/** Creates an account for a new person, where registration allows it. */
async function enrol(tx: Queryable, settings: Settings, person: Person, { requestId, at }: SignInRequest): Promise<string> {
  const { provider, firstName, lastName, email, isVerified } = person
  await admit(tx, settings, person, at)
  const emailConfirmedAt = isVerified ? at : null
  const { id } = await createUser(tx, { firstName, lastName, email, passwordHash: null, emailConfirmedAt, at })
  await addIdentity(tx, person, id, at)
  const after = { firstName, lastName, email, provider }
  await audit(tx, { userId: id, requestId, action: 'created', subject: 'User', subjectId: id, after })
  if (!isVerified) await mailLink(tx, settings, 'confirm', { email, at })
  return id
}

/** Applies FROND_REGISTRATION. The mailbox's owner counts as having received an open invitation. */
async function admit(tx: Queryable, { registration }: Settings, { email, isMailboxOwner }: Person, at: Date): Promise<void> {
  if (registration === 'open') return
  if (registration === 'closed') throw registrationClosed('Registration is closed, please ask an administrator')
  if (isMailboxOwner && (await spendInvitationOf(tx, email, at))) return
  throw registrationClosed('Registration is by invitation, please use the link in your email')
}

async function addIdentity(tx: Queryable, { provider, subject }: Person, userId: string, at: Date): Promise<void> {
  await tx.query(sql`
    insert into identities (provider, subject, user_id, created_at) values (${provider}, ${subject}, ${userId}, ${at})`)
}
