/**
 * Before the first release, 18 steps led to the schema that the first 15 migrations describe now. A database or a backup that has the last of
 * these steps has this schema, but for what `upgrade` adds.
 */
export const prerelease = {
  lastStep: '018_light_of_hours',
  /** Number of migrations that describe its schema. */
  migrations: 15,
  upgrade: 'alter table rollout_gateways add column previous_firmware_id uuid',
} as const
