import type { FastifyInstance } from 'fastify'
import { emailBody, forgotPasswordBody, sessionPaths, type ForgotPasswordBody } from '../../contract/session'
import type { Deps } from '../deps'
import { validated } from '../http/body'
import { linkBudgets, mailBudget } from './budgets'
import { findTrust } from './devices'
import { mailLink } from './links'
import { isWithin, spend } from './throttle'

/** The answers, whether or not the address has an account. The wording of the first is specified. */
const RESET_SENT = 'You will receive an email with instructions on how to reset your password in a few minutes.'
const CONFIRMATION_SENT = 'You will receive an email with instructions on how to confirm your email address in a few minutes.'

/** POST /users/forgot_password and /users/confirmation: mail a link; same answer in the same time for any address. */
export function mailedLinkRoutes(scope: FastifyInstance): void {
  scope.post(sessionPaths.forgotPassword, async (request) => {
    await mailInstructions(scope, 'reset', request.ip, validated(forgotPasswordBody, request.body))
    return { result: { message: RESET_SENT } }
  })
  scope.post(sessionPaths.confirmation, async (request) => {
    await mailInstructions(scope, 'confirm', request.ip, validated(emailBody, request.body))
    return { result: { message: CONFIRMATION_SENT } }
  })
}

async function mailInstructions(
  { db, settings, clock }: Deps,
  purpose: 'reset' | 'confirm',
  client: string,
  { email, device }: ForgotPasswordBody,
): Promise<void> {
  const at = clock()
  const attempt = { client, email }
  const { deviceId } = await findTrust(db, attempt, device, at)
  await spend(db, linkBudgets(purpose, attempt, deviceId), at)
  await mailLink(db, settings, purpose, { email, at, isHeld: !(await isWithin(db, mailBudget(purpose, email), at)) })
}
