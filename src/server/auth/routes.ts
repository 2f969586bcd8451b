import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps'
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

/** Serves every session call of the contract's `sessionPaths`; none of their answers may be kept by a cache. */
export function sessionRoutes(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    signUpRoute(scope, deps)
    signInRoute(scope, deps)
    refreshRoute(scope, deps)
    signOutRoute(scope, deps)
    mailedLinkRoutes(scope, deps)
    resetPasswordRoute(scope, deps)
    confirmPreviewRoute(scope, deps)
    confirmRoute(scope, deps)
    socialRoutes(scope, deps)
    secondStepRoute(scope, deps)
    passkeySignInRoutes(scope, deps)
    invitationRoutes(scope, deps)
  })
}
