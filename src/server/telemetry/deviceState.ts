import sql, { raw } from 'sql-template-tag'

/**
 * The states of a device by itself as conditions on when it counts as online until, `column`, which has an index: what `device_state` of the
 * schema says of a row, for those who look for rows.
 */
export function stateOf(column: string) {
  const until = raw(column)
  return {
    never_seen: sql`${until} is null`,
    online: sql`${until} >= now()`,
    offline: sql`${until} < now()`,
    /** Whatever hangs on it is not heard either. */
    silent: sql`(${until} is null or ${until} < now())`,
  }
}
