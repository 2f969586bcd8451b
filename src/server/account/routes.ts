import type { FastifyInstance } from 'fastify'
import { factorRoutes } from './factors'
import { passkeyRoutes } from './passkeys'
import { passwordRoute } from './password'
import { profileRoutes } from './profile'
import { sessionRoutes } from './sessions'
import { userFactorRoutes } from './userFactors'

/** Every call about one's own account, and about anybody's sessions; the session guard stands before them. */
export function accountRoutes(app: FastifyInstance): void {
  profileRoutes(app)
  sessionRoutes(app)
  passwordRoute(app)
  factorRoutes(app)
  passkeyRoutes(app)
  userFactorRoutes(app)
}
