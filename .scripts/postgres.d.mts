/** Folder of the programs of the newest PostgreSQL on this machine; null where there is none. */
export function findPostgres(): string | null
