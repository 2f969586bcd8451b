import type { FastifyInstance, FastifyReply } from 'fastify'
import { sessionPaths, socialBody, type Provider } from '../../contract/session'
import { audit } from '../activity/audit'
import { isProblemError, refusal } from '../http/problems'
import { validated } from '../http/body'
import { socialBudgets } from './budgets'
import { clientOf, guestEntry } from './clients'
import { secondStepRefusal } from './factors/secondStepRefusal'
import { grantOf } from './grants'
import { facebookFinder } from './socialFacebook'
import { googleFinder } from './socialGoogle'
import { providerNames, type Person, type FindPerson } from './socialPerson'
import { signInAs, findHolder } from './socialSession'
import { spend } from './throttle'
import { createTokens, refusedSignIn } from './bearer'

/** Longest time for all answers of a provider together, in milliseconds. */
const PATIENCE_MS = 5_000

/**
 * POST /oauth/google and /oauth/facebook: start a session by a provider's access token. 503 `not_configured` without the provider's
 * settings.
 */
export function socialRoutes(scope: FastifyInstance): void {
  const { db, settings, clock } = scope
  const tokens = createTokens(settings)
  const finders = { google: googleFinder(settings), facebook: facebookFinder(settings) }
  for (const provider of ['google', 'facebook'] as const) {
    scope.post(sessionPaths.social[provider], async (request, reply) => {
      const { access_token: token } = validated(socialBody, request.body)
      const findPerson = configured(provider, finders[provider])
      const at = clock()
      const log = (action: string, details = {}) => audit(db, guestEntry(request, action, { provider, ...details }))
      await spend(db, socialBudgets(request.ip), at, () => log('sign_in_refused'))
      const failed = (person: Person | null) => async (error: unknown) => {
        // A provider that cannot be reached has refused nobody.
        if (isProblemError(error) && error.statusCode < 500)
          await log('sign_in_failed', { account: person === null ? null : await findHolder(db, person) })
        throw error
      }
      const note = (reason: string) => request.log.warn({ provider, reason }, 'social sign-in refused')
      const person = await findPerson(token, { at, note, signal: AbortSignal.timeout(PATIENCE_MS) })
        .then((found) => found ?? refuseUnconfirmed(reply, provider))
        .catch(failed(null))
      const signIn = { client: clientOf(request), requestId: request.id, at }
      const session = await signInAs(db, settings, person, signIn).catch(failed(person))
      if ('challenge' in session) throw await secondStepRefusal(reply, scope, session)
      return { result: grantOf(tokens, settings, session, at) }
    })
  }
}

function configured(provider: Provider, findPerson: FindPerson | null): FindPerson {
  if (findPerson !== null) return findPerson
  throw refusal(503, 'not_configured', `Sign-in with ${providerNames[provider]} is not configured on this server`)
}

function refuseUnconfirmed(reply: FastifyReply, provider: Provider): never {
  throw refusedSignIn(reply, `${providerNames[provider]} did not confirm this sign-in. Please try again`)
}
