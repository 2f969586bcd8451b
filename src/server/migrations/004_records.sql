-- The audit log, and the keys of idempotent creates.

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
  after jsonb
);
create index audit_entries_subject on audit_entries (subject, subject_id, id);
-- A request that changed many rows has many entries.
create index audit_entries_request on audit_entries (request_id, subject, action, id);
create index audit_entries_user_id on audit_entries (user_id, id);
create index audit_entries_at on audit_entries (at);
create index audit_entries_xid on audit_entries (xid);

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
