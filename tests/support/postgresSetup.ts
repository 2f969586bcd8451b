import { startPostgres } from './postgres'

/** Runs the API's tests on the server that DATABASE_URL names, or on one that is started for them and thrown away. */
export default async function setup() {
  if (process.env['DATABASE_URL']) return undefined
  const server = await startPostgres()
  if (server === null) throw new Error('No PostgreSQL programs on this machine')
  // The workers of the run inherit it.
  process.env['DATABASE_URL'] = server.url
  return () => server.stop()
}
