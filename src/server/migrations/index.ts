import { migrationsOf } from '../db/migrate'

const files: Record<string, string> = import.meta.glob('./*.sql', { query: '?raw', import: 'default', eager: true })

/** The schema, step by step. A migration that has been released is never changed: the next change is a new file. */
export const migrations = migrationsOf(files)
