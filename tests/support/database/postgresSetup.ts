import type { TestProject } from 'vitest/node'
import { startPooler, type Pooler } from '../../../src/tools/pooler'
import { createTemplate, dropTemplate } from './databases'
import type { CitusCluster } from './citus'
import { takePostgresServer } from './postgresServer'

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL on which a project's tests create their databases, and the name of the template; left out: they use PGlite. */
    readonly postgres?: {
      readonly server: string
      readonly template: string
      readonly citus?: CitusCluster
      readonly pooler?: TestPooler
    }
  }
}

/** A pooler in front of all databases of a server, and whether clients may prepare statements through it. */
export type TestPooler = Pick<Pooler, 'url' | 'keepsStatements'>

interface Running {
  readonly server: string
  readonly template: string
  stop(): Promise<void>
}

/** Vitest loads this file once for each project, so the shared server is on `globalThis`. Resolves to null where there is no PostgreSQL. */
const shared = globalThis as typeof globalThis & { frondTestPostgres?: Promise<Running | null> }

/**
 * Gives a project's tests the PostgreSQL that DATABASE_URL names, or a throwaway one for the whole run. Without either, the project
 * `postgres` fails; others use PGlite.
 */
export default async function setup(project: TestProject) {
  shared.frondTestPostgres ??= start()
  const running = await shared.frondTestPostgres
  if (running === null) {
    if (project.name === 'postgres' || project.name === 'several' || project.name === 'pooled')
      throw new Error('No PostgreSQL programs on this machine, and no server in DATABASE_URL')
    return undefined
  }
  const { server, template } = running
  const pooler = project.name === 'pooled' ? await startPooler(server, true) : null
  if (project.name === 'pooled' && pooler === null) throw new Error('No PgBouncer on this machine')
  project.provide('postgres', {
    server,
    template,
    ...(pooler !== null && { pooler: { url: pooler.url, keepsStatements: pooler.keepsStatements } }),
  })
  return async () => {
    await pooler?.stop()
    await running.stop()
  }
}

async function start(): Promise<Running | null> {
  const server = await takePostgresServer()
  if (server === null) return null
  const template = await createTemplate(server.url)
  let stopped: Promise<void> | null = null
  const stop = async () => {
    await dropTemplate(server.url, template)
    await server.stop()
  }
  // Every project stops the shared server when the run is over.
  return { server: server.url, template, stop: () => (stopped ??= stop()) }
}
