import type { FastifyInstance } from 'fastify'
import { sessionPaths, socialBody, type Provider } from '../../contract/session'
import { refusal } from '../problems'
import { validated } from '../validate'

const names: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }

/** POST /oauth/google and /oauth/facebook: 503 `not_configured`, once the body is right. */
export function socialRoutes(scope: FastifyInstance): void {
  for (const provider of ['google', 'facebook'] as const) {
    scope.post(sessionPaths.social[provider], (request) => {
      validated(socialBody, request.body)
      throw refusal(503, 'not_configured', `Sign-in with ${names[provider]} is not configured on this server`)
    })
  }
}
