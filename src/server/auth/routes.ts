import type { FastifyInstance } from 'fastify'
import { confirmPreviewRoute, confirmRoute } from './confirm'
import { invitationRoutes } from './invitation'
import { mailedLinkRoutes } from './mailedLinks'
import { refreshRoute } from './refresh'
import { resetPasswordRoute } from './resetPassword'
import { signInRoute } from './signIn'
import { signOutRoute } from './signOut'
import { signUpRoute } from './signUp'
import { passkeySignInRoutes } from './factors/passkeySignIn'
import { secondStepRoute } from './factors/secondStep'
import { socialRoutes } from './social'

/** Largest body of these calls in bytes: anyone may send one without a session, and parsing it blocks other requests. */
const BODY_MAX = 16_384

/** Registers the session calls of the contract's `sessionPaths`; no cache may store their answers. */
export function sessionRoutes(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    scope.addHook('onRoute', (route) => void (route.bodyLimit = BODY_MAX))
    signUpRoute(scope)
    signInRoute(scope)
    refreshRoute(scope)
    signOutRoute(scope)
    mailedLinkRoutes(scope)
    resetPasswordRoute(scope)
    confirmPreviewRoute(scope)
    confirmRoute(scope)
    socialRoutes(scope)
    secondStepRoute(scope)
    passkeySignInRoutes(scope)
    invitationRoutes(scope)
  })
}
