import type { FastifyInstance, FastifyRequest } from 'fastify'
import { emailBody, sessionPaths } from '../../contract/session'
import type { Deps } from '../deps'
import { validated } from '../http/validate'
import { linkBudgets, mailBudget } from './budgets'
import { mailLink } from './links'
import { isWithin, spend } from './throttle'

/** The answers, whether or not the address has an account. Spec §8 prescribes the first. */
const RESET_SENT = 'You will receive an email with instructions on how to reset your password in a few minutes.'
const CONFIRMATION_SENT = 'You will receive an email with instructions on how to confirm your email address in a few minutes.'

/** POST /users/forgot_password and /users/confirmation: mail a link; same answer in the same time for any address. */
export function mailedLinkRoutes(scope: FastifyInstance): void {
  const mailing = (purpose: 'reset' | 'confirm', message: string) => async (request: FastifyRequest) => {
    await mailInstructions(scope, purpose, request)
    return { result: { message } }
  }
  scope.post(sessionPaths.forgotPassword, mailing('reset', RESET_SENT))
  scope.post(sessionPaths.confirmation, mailing('confirm', CONFIRMATION_SENT))
}

async function mailInstructions(deps: Deps, purpose: 'reset' | 'confirm', request: FastifyRequest): Promise<void> {
  const { db, settings, clock } = deps
  const { email } = validated(emailBody, request.body)
  const at = clock()
  await spend(db, linkBudgets(purpose, { client: request.ip, email }), at)
  await mailLink(db, settings, purpose, { email, at, isHeld: !(await isWithin(db, mailBudget(purpose, email), at)) })
}
