import plugin from 'fastify-plugin'
import type { Passwords } from './auth/passwords'
import type { Database } from './db/database'
import type { Jobs } from './process/jobs'
import type { Settings } from './process/settings'

/** The dependencies of all routes, as `app.db` or `app.settings`: created once by `start.ts`, or by a test. */
export interface Deps {
  readonly settings: Settings
  readonly db: Database
  /** The current time. */
  readonly clock: () => Date
  readonly passwords: Passwords
  /** Runs background jobs. */
  readonly jobs: Jobs
}

declare module 'fastify' {
  interface FastifyInstance extends Deps {}
}

/** Decorates the app with its dependencies. */
export const decorated = plugin<Deps>(async (app, deps) => {
  for (const [name, part] of Object.entries(deps)) app.decorate(name, part)
})
