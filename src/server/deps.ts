import plugin from 'fastify-plugin'
import type { Passwords } from './auth/passwords'
import type { Database } from './db/database'
import type { Jobs } from './process/jobs'
import type { Settings } from './process/settings'

/** What every route may ask for, as `app.db` or `app.settings`: made once by `start.ts`, or by a test. */
export interface Deps {
  readonly settings: Settings
  readonly db: Database
  /** The time of day. */
  readonly clock: () => Date
  readonly passwords: Passwords
  /** Runs what nobody waits for. */
  readonly jobs: Jobs
}

declare module 'fastify' {
  interface FastifyInstance extends Deps {}
}

/** Decorates the app with what its routes ask for. */
export const decorated = plugin<Deps>(async (app, deps) => {
  for (const [name, part] of Object.entries(deps)) app.decorate(name, part)
})
