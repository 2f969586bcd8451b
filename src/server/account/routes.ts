import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps'
import { passwordRoute } from './password'
import { profileRoutes } from './profile'
import { accountSessionRoutes } from './sessions'
import { userSessionRoutes } from './userSessions'

/** Every call about one's own account, and about anybody's sessions; the session guard stands before them. */
export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  profileRoutes(app, deps)
  accountSessionRoutes(app, deps)
  passwordRoute(app, deps)
  userSessionRoutes(app, deps)
}
