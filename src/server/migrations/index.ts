import { migrationsOf } from '../db/migrate'

const files: Record<string, string> = import.meta.glob('./*.sql', { query: '?raw', import: 'default', eager: true })

/**
 * The schema, one step a topic. The statements of a step never change, because databases have applied them: the next change is a new file.
 */
export const migrations = migrationsOf(files)
