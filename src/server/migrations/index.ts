import { migrationsOf } from '../db/migrate'

const files: Record<string, string> = import.meta.glob('./*.sql', { query: '?raw', import: 'default', eager: true })

/** The schema, one step a topic. Once a version of Frond has been released its steps are never changed: the next change is a new file. */
export const migrations = migrationsOf(files)
