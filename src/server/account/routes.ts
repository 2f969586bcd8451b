import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps'
import { factorRoutes } from './factors'
import { passkeyRoutes } from './passkeys'
import { passwordRoute } from './password'
import { profileRoutes } from './profile'
import { sessionRoutes } from './sessions'
import { userFactorRoutes } from './userFactors'

/** Every call about one's own account, and about anybody's sessions; the session guard stands before them. */
export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  profileRoutes(app, deps)
  sessionRoutes(app, deps)
  passwordRoute(app, deps)
  factorRoutes(app, deps)
  passkeyRoutes(app, deps)
  userFactorRoutes(app, deps)
}
