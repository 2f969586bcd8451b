-- The audit log, and the keys of idempotent creates.

-- Joins the text by which a search finds an entry: names of the row, and account and IP address of a sign-in.
create function names_of(picture jsonb) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(value, U&'\001F' order by key), '')
  from jsonb_each_text(picture)
  where key in ('name', 'title', 'fullname', 'requestedName', 'symptom', 'email', 'account', 'ip', 'eui', 'serialNumber')
);

-- Append only: rows are inserted in the transaction of the change that they record, and never updated. Contains no secrets.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The transaction that wrote the row: ids are not in the order of commits, so this finds what was committed since a snapshot.
  xid xid8 not null default pg_current_xact_id(),
  -- Null if nobody was signed in or the server itself acted.
  user_id uuid,
  request_id text,
  -- For example created, updated, deleted, signed_in.
  action text collate "C" not null,
  -- The resource's name and the row's id.
  subject text collate "C" not null,
  subject_id text collate "C",
  before jsonb,
  after jsonb,
  search text collate "C" not null generated always as (folded(names_of(before) || U&'\001F' || names_of(after))) stored
);
create index audit_entries_subject on audit_entries (subject, subject_id, id);
-- A request that changed many rows has many entries.
create index audit_entries_request on audit_entries (request_id, subject, action, id);
create index audit_entries_user_id on audit_entries (user_id, id);
create index audit_entries_at on audit_entries (at);
create index audit_entries_xid on audit_entries (xid);
create index audit_entries_search on audit_entries using gin (search gin_trgm_ops);

-- Entries are inserted, and deleted when they are old, but never updated. This table is local on Citus, too, so it can have triggers.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the activity are never changed';
end $$;
create trigger audit_entries_unchanged before update on audit_entries for each statement execute function refuse_change();

-- Returns the name that a row had when it was deleted.
create function name_of_deleted(deleted_subject text, deleted_id uuid) returns text language sql stable
return coalesce(
  (
    select coalesce(e.before ->> 'title', e.before ->> 'name') from audit_entries e
    where e.subject = deleted_subject and e.subject_id = deleted_id::text and e.action = 'deleted' order by e.id desc limit 1
  ),
  -- The activity is kept for some time only.
  deleted_id::text
);

-- Creates that were sent with an Idempotency-Key, and their responses.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text collate "C" not null,
  -- SHA-256 of the request with its body.
  request_hash text collate "C" not null,
  -- The created row, as the response had it; null only while its transaction runs.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
