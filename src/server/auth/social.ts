import type { FastifyInstance } from 'fastify'
import { sessionPaths, socialBody, type Provider } from '../../contract/session'
import { refusal } from '../http/problems'
import { validated } from '../http/validate'
import { socialBudgets } from './budgets'
import { clientOf } from './clients'
import { secondStepRefusal } from './factors/secondStepRefusal'
import { grantOf } from './grants'
import { facebookVouches } from './socialFacebook'
import { googleVouches } from './socialGoogle'
import { providerNames, type Vouching } from './socialPerson'
import { enterAs } from './socialSession'
import { spend } from './throttle'
import { createTokens } from './tokens'

/** Longest time for all answers of a provider together, in milliseconds. */
const PATIENCE_MS = 5_000

/**
 * POST /oauth/google and /oauth/facebook: start a session by a provider's access token. 503 `not_configured` without the provider's
 * settings.
 */
export function socialRoutes(scope: FastifyInstance): void {
  const { db, settings, clock } = scope
  const tokens = createTokens(settings)
  const vouchers = { google: googleVouches(settings), facebook: facebookVouches(settings) }
  for (const provider of ['google', 'facebook'] as const) {
    scope.post(sessionPaths.social[provider], async (request, reply) => {
      const { access_token: token } = validated(socialBody, request.body)
      const vouches = configured(provider, vouchers[provider])
      const at = clock()
      await spend(db, socialBudgets(request.ip), at)
      const note = (reason: string) => request.log.warn({ provider, reason }, 'social sign-in refused')
      const person = await vouches(token, { at, note, signal: AbortSignal.timeout(PATIENCE_MS) })
      if (person === null) {
        reply.header('www-authenticate', 'Bearer')
        throw refusal(401, 'bad_credentials', `${providerNames[provider]} did not confirm this sign-in. Please try again`)
      }
      const session = await enterAs(db, settings, person, { client: clientOf(request), requestId: request.id, at })
      if ('challenge' in session) throw await secondStepRefusal(reply, scope, session)
      return { result: grantOf(tokens, settings, session, at) }
    })
  }
}

function configured(provider: Provider, vouches: Vouching | null): Vouching {
  if (vouches !== null) return vouches
  throw refusal(503, 'not_configured', `Sign-in with ${providerNames[provider]} is not configured on this server`)
}
