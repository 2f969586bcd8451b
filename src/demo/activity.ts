import sql from 'sql-template-tag'
import type { Queryable } from '../server/db/database'
import { historiesOf } from './histories'
import { mayHaveActed } from './people'

/**
 * Inserts the activity of the demo's people, derived from the existing rows: releases, assignments, texts, decisions, invitations and
 * sign-ins. Call it last. Moves the entries that the server wrote at its start behind them.
 */
export async function insertActivity(tx: Queryable, now: Date): Promise<void> {
  await tx.query(sql`
    with started as (
      delete from audit_entries returning *
    ), turns as (
      -- Alerts that returned did so at even intervals.
      select id::text, title, created_at, over_at, times_raised, nth, (over_at - created_at) / times_raised as turn
      from alerts cross join generate_series(1, times_raised) as nth
    ), events as (
      select released_at as at, null::uuid as user_id, 'released' as action, 'GatewayFirmware' as subject, id::text as subject_id,
        '{"status": "draft"}'::jsonb as before, '{"status": "released"}'::jsonb as after
      from gateway_firmwares where released_at is not null
      union all
      select updated_at, null, status, 'GatewayFirmware', id::text, '{"status": "released"}', jsonb_build_object('status', status)
      from gateway_firmwares where status in ('deprecated', 'revoked')
      union all
      select decided_at, reviewer_id, case status when 'published' then 'published' else 'updated' end, 'PlantRequest', id::text,
        '{"status": "in_review"}', jsonb_build_object('status', status)
      from plant_requests where decided_at is not null
      union all
      select at, null, action, subject, "subjectId", before, after
      from jsonb_to_recordset(${JSON.stringify(await historiesOf(tx, now))}::jsonb)
        as history (at timestamptz, action text, subject text, "subjectId" text, before jsonb, after jsonb)
      union all
      select created_at, invited_by, 'invited', 'User', null, null, jsonb_build_object('email', email) from invitations
      union all
      select updated_at, null, 'snoozed', 'Alert', id::text, '{"snoozedUntil": null}', jsonb_build_object('title', title, 'version', version,
        'snoozedUntil', to_char(snoozed_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from alerts where snoozed_until is not null
      union all
      select last_sign_in_at, id, 'signed_in', 'Session', null, null,
        jsonb_build_object('ip', '203.0.113.' || length(fullname), 'device', 'Firefox on Linux')
      from users where password_hash is null and last_sign_in_at is not null
    ), dated as (
      -- Entries without a user get a colleague, always the same for the same row.
      select events.at, coalesce(events.user_id, someone.id) as user_id, action, subject, subject_id, before, after, 0 as turn, 0::bigint as id
      from events cross join lateral (
        select id from users where ${mayHaveActed} order by md5(fullname || coalesce(events.subject_id, '')) limit 1
      ) as someone
      union all
      select case nth when 1 then created_at else created_at + turn * (nth - 1) end, null, case nth when 1 then 'raised' else 'reopened' end,
        'Alert', id, null, jsonb_build_object('id', id, 'title', title, 'version', 2 * nth - 1), 0, 0
      from turns
      union all
      select case nth when times_raised then over_at else created_at + turn * nth - least(turn / 2, interval '5 minutes') end, null, 'resolved',
        'Alert', id, null, jsonb_build_object('id', id, 'title', title, 'version', 2 * nth), 0, 0
      from turns where over_at is not null
      union all
      select acknowledged_at, acknowledged_by_id, 'acknowledged', 'Alert', id::text, jsonb_build_object('status', 'open', 'note', null),
        jsonb_build_object('title', title, 'status', status, 'note', note, 'version', version), 0, 0
      from alerts where acknowledged_at is not null
      union all
      select moment, requested_by_id, action, 'Rollout', id::text, case action when 'started' then jsonb_build_object('status', 'draft') end,
        jsonb_build_object('status', case action when 'started' then status else 'draft' end), 0, 0
      from rollouts cross join lateral (values (created_at, 'created'), (started_at, 'started')) as event (moment, action)
      union all
      select g.started_at, null, 'went_on', 'Rollout', r.id::text, jsonb_build_object('status', r.status),
        jsonb_build_object('status', r.status), 0, 0
      from rollout_groups g join rollouts r on r.id = g.rollout_id where g.number = 2
      union all
      -- Drops the judge's entries in favour of those above, which are as old as their alerts.
      select at, user_id, action, subject, subject_id, before, after, 1, id from started where subject <> 'Alert'
    )
    insert into audit_entries (at, user_id, action, subject, subject_id, before, after)
    select at, user_id, action, subject, subject_id, before, after from dated order by turn, at, id, action`)
}
