import { cpSync, rmSync } from 'node:fs'
import { inject } from 'vitest'
import { newFolder, startProduct, type Product } from '../../../src/tools/product'
import { freePort } from '../../../src/tools/freePort'
import { createDatabase, dropDatabase } from '../database/databases'

let started: Promise<Product> | null = null

/** The built product with demo rows, for the tests of one file; the first call starts it. */
export function demo(): Promise<Product> {
  started ??= startDemo()
  return started
}

/** Stops a file's product, so that the next file starts its own. */
export async function stopDemo(): Promise<void> {
  const product = await started
  started = null
  await product?.stop()
}

/** Starts a product on a copy of the demo, with further settings or on a given port; stopping it deletes the copy. */
async function startDemo({ port, env = {} }: Pick<Options, 'port' | 'env'> = {}): Promise<Product> {
  const dataDir = demoFolder()
  const { postgres } = inject('furnishedDemo')
  const databaseUrl = postgres && (await createDatabase(postgres.server, postgres.template))
  const product = await startProduct({
    dataDir,
    env: { ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...env },
    ...(port !== undefined && { port }),
  })
  return {
    ...product,
    async stop(signal) {
      await product.stop(signal)
      if (postgres && databaseUrl) await dropDatabase(postgres.server, databaseUrl)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts a product at a host name: browsers bind a passkey to one, never to an IP address. */
export async function startNamedDemo(env: Options['env'] = {}): Promise<Product> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  return { ...(await startDemo({ port, env: { ...env, PUBLIC_URL: origin } })), origin }
}

type Options = NonNullable<Parameters<typeof startProduct>[0]>

/** Makes a new folder with a copy of what the demo's product kept: its secret and, on PGlite, its database. */
export function demoFolder(): string {
  const dataDir = newFolder()
  cpSync(inject('furnishedDemo').dataDir, dataDir, { recursive: true })
  return dataDir
}
