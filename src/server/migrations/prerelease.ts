/**
 * Before the first release, 23 steps led to the schema that the first 14 migrations describe now. A database or a backup that has the last of
 * these steps has this schema.
 */
export const prerelease = {
  lastStep: '023_deleted_scope',
  /** Number of migrations that describe its schema. */
  migrations: 14,
  /** Drops what only versions before the last step used. */
  cleanUp: `
    drop view if exists sensor_readings;
    drop function if exists
      reading_status(uuid, text, timestamptz, double precision, double precision, double precision),
      status_before(uuid, text, timestamptz, double precision, double precision),
      firmware_update(uuid, uuid, timestamptz, timestamptz, text, timestamptz)`,
} as const
