-- Accounts: who may sign in, their sessions, and the mail that reaches them.
-- Times come from the application's clock; no triggers, so that the same file runs on every engine.

create table users (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  first_name text not null,
  last_name text,
  fullname text collate "C" not null,
  email text collate "C" not null,
  -- The address as it is compared: trimmed, NFKC, lower case.
  email_key text collate "C" not null,
  role text not null default 'admin' check (role = 'admin'),
  active boolean not null default true,
  -- argon2id in PHC form; null for an account that only a provider vouches for.
  password_hash text,
  -- Whether who set the password had read the account's mail (by an invitation or a link to reset it) or runs the server. Who changes one by
  -- the one before proves nothing: the first one may have been set by a person who registered with somebody else's address.
  password_proven boolean not null default false,
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  -- chr(31) stands between searched fields, here and elsewhere: no text may contain it, so nothing matches across two of them.
  search text collate "C" not null generated always as (folded(fullname || U&'\001F' || email)) stored,
  constraint users_email_key_taken unique (email_key)
);
create index users_fullname on users (fullname, id);
create index users_email on users (email, id);
create index users_last_sign_in_at on users (last_sign_in_at nulls first, id);
create index users_created_at on users (created_at, id);
create index users_search on users using gin (search gin_trgm_ops);

-- What the API shows of an account; the password's hash is not among it.
create view users_view as
select id, version, created_at, updated_at, first_name, last_name, fullname, email, role, active, email_confirmed_at, last_sign_in_at,
  search
from users;

-- Who a provider says someone is, one of each provider. Found by the provider's own id, never by the mail alone.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text collate "C" not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (provider, subject),
  constraint identities_one_of_each unique (user_id, provider)
);

-- Browsers and programs that have signed in to an account before. Only the SHA-256 of a device's token is kept; without the password it
-- opens nothing.
create table devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text collate "C" not null,
  created_at timestamptz not null,
  -- When it signed in last.
  used_at timestamptz not null,
  constraint devices_token_hash unique (token_hash)
);
create index devices_user_id on devices (user_id, used_at);

-- One row a sign-in; the truth about every bearer that names it.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Counts the refreshes; a bearer carries the one it was issued in.
  generation integer not null default 1,
  -- Whether a call has come with a bearer of the current generation.
  generation_used boolean not null default false,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  -- Last sign of life, to the minute.
  seen_at timestamptz not null,
  -- The end that no use postpones.
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('signed_out', 'password_reset', 'password_changed', 'token_reused', 'disabled', 'ended', 'joined')),
  -- What it was begun from, for its owner to know it by.
  user_agent text,
  ip text,
  -- Its second step: totp, recovery_code or passkey; null where none was asked for.
  factor text,
  device_id uuid references devices (id) on delete set null
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);
create index sessions_device_id on sessions (device_id) where device_id is not null;

-- Links mailed to an account's owner. Only the SHA-256 of a link's token is kept.
create table link_tokens (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('reset', 'confirm')),
  token_hash text collate "C" not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint link_tokens_token_hash unique (token_hash)
);
create index link_tokens_newest on link_tokens (user_id, purpose, id);

-- Invitations to register, each bound to one address and good once.
create table invitations (
  id uuid primary key,
  email text collate "C" not null,
  email_key text collate "C" not null,
  token_hash text collate "C" not null,
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_token_hash unique (token_hash)
);
create index invitations_email_key on invitations (email_key, id);

-- The outbox. A mail is composed when it is sent: its link's token is derived from the secret and never stored.
create table mails (
  id uuid primary key,
  kind text not null check (kind in ('reset', 'confirm', 'invitation', 'password_changed', 'session_ended', 'google_joined', 'factor_added',
    'factor_removed', 'recovery_code_used', 'alerts', 'nobody')),
  recipient text collate "C" not null,
  name text,
  -- The link's row in link_tokens or invitations.
  link_id uuid,
  -- Of `alerts`: what it says, and the message of which it is one recipient's mail.
  letter jsonb,
  delivery_id uuid,
  created_at timestamptz not null,
  -- Pointless after this.
  expires_at timestamptz not null,
  -- When to try next; the process that sends it moves this ahead first.
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  -- To an address that nobody had proven to be theirs: all of it together has a budget.
  unproven boolean not null default false
);
create index mails_due_at on mails (due_at) where sent_at is null and failed_at is null;
create index mails_delivery_id on mails (delivery_id) where delivery_id is not null;
create index mails_created_at on mails (created_at, id);
create index mails_unproven on mails (created_at) where unproven;
