import sql from 'sql-template-tag'
import type { FactorKind } from '../../contract/factors'
import { audit } from '../activity/audit'
import type { Queryable } from '../db/database'
import type { Settings } from '../process/settings'
import { seenFrom, type Client } from './clients'
import { recordDevice } from './devices'
import { makeChallenge, type FirstStep } from './factors/challenges'
import { methodsOf } from './factors/accountFactors'
import { startSession, type Session } from './sessions'

/** The client, request and time of a sign-in. */
export interface SignInRequest {
  readonly client: Client
  readonly requestId: string
  readonly at: Date
}

/** A sign-in that passed its first step. */
export interface FirstStepPassed {
  readonly userId: string
  readonly via: FirstStep
  /** The device recognised before the first step, if any. */
  readonly deviceId: string | null
}

/** A started session. `device` is the token of a new device. */
export interface SignedIn extends Session {
  readonly device: string | null
}

/** A sign-in that waits for its second step. */
export interface SecondStep {
  readonly userId: string
  readonly challenge: string
  readonly methods: readonly FactorKind[]
}

/** Starts a session, or requires a second step when the account has a second factor and the device is not recognised. */
export async function afterFirstStep(
  tx: Queryable,
  settings: Settings,
  firstStep: FirstStepPassed,
  signIn: SignInRequest,
): Promise<SignedIn | SecondStep> {
  const { userId, via, deviceId } = firstStep
  const methods = await methodsOf(tx, userId)
  if (methods.length === 0 || (await isKnown(tx, userId, deviceId)))
    return completeSignIn(tx, settings, { ...firstStep, factor: null }, signIn)
  return { userId, methods, challenge: await makeChallenge(tx, { purpose: 'second_step', userId, via }, signIn.at) }
}

/** Starts the session of a completed sign-in. */
export async function completeSignIn(
  tx: Queryable,
  settings: Settings,
  {
    userId,
    via,
    deviceId,
    factor,
  }: Omit<FirstStepPassed, 'via'> & { readonly via: FirstStep | 'passkey'; readonly factor: FactorKind | null },
  { client, requestId, at }: SignInRequest,
): Promise<SignedIn> {
  await tx.query(sql`update users set last_sign_in_at = ${at} where id = ${userId}`)
  // Only a sign-in by password sends the device's token.
  const device = via === 'password' ? await recordDevice(tx, userId, deviceId, at) : null
  const session = await startSession(tx, settings, userId, { ...client, deviceId: device?.id ?? null, factor }, at)
  const provider = via === 'google' || via === 'facebook' ? { provider: via } : {}
  const after = { ...seenFrom(client), ...provider, ...(factor !== null && { factor }) }
  await audit(tx, { userId, requestId, action: 'signed_in', subject: 'Session', subjectId: session.sessionId, after })
  return { ...session, device: device?.token ?? null }
}

async function isKnown(tx: Queryable, userId: string, deviceId: string | null): Promise<boolean> {
  if (deviceId === null) return false
  const { rows } = await tx.query(sql`select from devices where id = ${deviceId} and user_id = ${userId}`)
  return rows.length > 0
}
