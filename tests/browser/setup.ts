import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { newFolder, startProduct } from '../../src/tools/product'
import { createDatabase, dropTemplate, nameOf } from '../support/database/databases'
import { takePostgresServer } from '../support/database/postgresServer'

/** What a product that furnished the demo left behind; each file's product starts on a copy. */
export interface FurnishedDemo {
  /** Its data folder: with the database, unless that is on PostgreSQL. */
  readonly dataDir: string
  readonly postgres: { readonly server: string; readonly template: string } | null
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly furnishedDemo: FurnishedDemo
  }
}

/**
 * Furnishes the demo once for the whole run. On PostgreSQL, because products start and answer several times as fast there; on PGlite where
 * there is none, and in `npm run test:full`.
 */
export default async function setup(project: TestProject) {
  const dataDir = newFolder()
  const server = process.env['TEST_FULL'] === '1' ? null : await takePostgresServer()
  const databaseUrl = server && (await createDatabase(server.url))
  const product = await startProduct({ dataDir, env: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  await product.stop()
  const postgres = server && databaseUrl ? { server: server.url, template: nameOf(databaseUrl) } : null
  project.provide('furnishedDemo', { dataDir, postgres })
  return async () => {
    if (postgres) await dropTemplate(postgres.server, postgres.template)
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
