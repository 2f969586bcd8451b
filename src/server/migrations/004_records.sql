-- What happened, and which requests were answered already.

-- Append only: rows are inserted in the transaction of the change they tell of, and never touched again. No secrets.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- The transaction that wrote it: shows what has been committed since a snapshot, whatever the order of the ids.
  xid xid8 not null default pg_current_xact_id(),
  -- Null: nobody was signed in, or the server itself acted.
  user_id uuid,
  request_id text,
  -- What happened: created, updated, deleted, signed_in …
  action text collate "C" not null,
  -- To what: a resource's name and the row's id.
  subject text collate "C" not null,
  subject_id text collate "C",
  before jsonb,
  after jsonb
);
create index audit_entries_subject on audit_entries (subject, subject_id, id);
-- Entries of one call that changed many rows share it.
create index audit_entries_request on audit_entries (request_id, subject, action, id);
create index audit_entries_user_id on audit_entries (user_id, id);
create index audit_entries_at on audit_entries (at);
create index audit_entries_xid on audit_entries (xid);

-- A create that came with an Idempotency-Key, and its answer.
create table idempotency_keys (
  user_id uuid not null references users (id) on delete cascade,
  key text collate "C" not null,
  -- SHA-256 of the call and its body.
  request_hash text collate "C" not null,
  -- The row that was created, as it was answered; null only while its transaction runs.
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);
