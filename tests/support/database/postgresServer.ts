import { startPostgres } from '../../../src/tools/postgres'

/** A PostgreSQL server on which tests create databases. */
export interface PostgresServer {
  /** Address of a database from which others are created and dropped. */
  readonly url: string
  /** Stops it, unless somebody else started it. */
  stop(): Promise<void>
}

/** Takes the PostgreSQL that DATABASE_URL names, or starts a throwaway one; resolves to null where there is none. */
export async function takePostgresServer(): Promise<PostgresServer | null> {
  const named = process.env['DATABASE_URL']
  return named ? { url: named, stop: () => Promise.resolve() } : startPostgres()
}
