import type { FastifyInstance } from 'fastify'
import { factorRoutes } from './factors'
import { passkeyRoutes } from './passkeys'
import { passwordRoute } from './password'
import { profileRoutes } from './profile'
import { sessionRoutes } from './sessions'
import { userFactorRoutes } from './userFactors'

/** Registers all calls on one's own account, and on any user's sessions; the surrounding scope has the session guard. */
export function accountRoutes(app: FastifyInstance): void {
  profileRoutes(app)
  sessionRoutes(app)
  passwordRoute(app)
  factorRoutes(app)
  passkeyRoutes(app)
  userFactorRoutes(app)
}
