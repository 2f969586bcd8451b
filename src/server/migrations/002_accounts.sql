-- Accounts, their sessions, and the mail sent to them. The application sets all times.

create table users (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  first_name text not null,
  last_name text,
  fullname text collate "C" not null,
  email text collate "C" not null,
  -- The form in which addresses are compared: trimmed, NFKC, lower case.
  email_key text collate "C" not null,
  role text not null default 'admin' check (role = 'admin'),
  active boolean not null default true,
  -- Argon2id in PHC format; null for an account that signs in only by a social provider.
  password_hash text,
  -- True if the password was set by somebody who reads the account's mail (by an invitation or a reset link) or runs the server. Changing a
  -- password with the previous one proves nothing: the first one may come from a person who registered with somebody else's address.
  password_proven boolean not null default false,
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  -- chr(31) separates searched fields, here and elsewhere: no text may contain it, so no search matches across two fields.
  search text collate "C" not null generated always as (folded(fullname || U&'\001F' || email)) stored,
  constraint users_email_key_taken unique (email_key)
);
create index users_fullname on users (fullname, id);
create index users_email on users (email, id);
create index users_last_sign_in_at on users (last_sign_in_at nulls first, id);
create index users_created_at on users (created_at, id);
create index users_search on users using gin (search gin_trgm_ops);

-- The columns of an account that the API shows: all but the password hash.
create view users_view as
select id, version, created_at, updated_at, first_name, last_name, fullname, email, role, active, email_confirmed_at, last_sign_in_at,
  search
from users;

-- The identity of an account at a social provider, at most one for each provider. Looked up by the provider's id, never by the address alone.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text collate "C" not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (provider, subject),
  constraint identities_one_of_each unique (user_id, provider)
);

-- Browsers and programs that have signed in to an account. Stores only the SHA-256 of a device's token; the token is of no use without the
-- password.
create table devices (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  token_hash text collate "C" not null,
  created_at timestamptz not null,
  -- Time of its last sign-in.
  used_at timestamptz not null,
  constraint devices_token_hash unique (token_hash)
);
create index devices_user_id on devices (user_id, used_at);

-- One row for each sign-in. A bearer is valid only if the session that it names is.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Number of refreshes; a bearer contains the generation that it was issued in.
  generation integer not null default 1,
  -- True once a request has used a bearer of the current generation.
  generation_used boolean not null default false,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  -- Time of the last request, to the minute.
  seen_at timestamptz not null,
  -- Absolute expiry; use does not postpone it.
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text check (ended_reason in ('signed_out', 'password_reset', 'password_changed', 'token_reused', 'disabled', 'ended', 'joined')),
  -- The client that signed in, so that users recognize their sessions.
  user_agent text,
  ip text,
  -- Its second factor: totp, recovery_code or passkey; null if none was required.
  factor text,
  device_id uuid references devices (id) on delete set null
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);
create index sessions_device_id on sessions (device_id) where device_id is not null;

-- Links mailed to an account's owner. Stores only the SHA-256 of a link's token.
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

-- Invitations to register, each valid for one address and one use.
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

-- The outbox of mail. The server composes a mail when it sends it, and derives the link's token from FROND_SECRET, so that no token is stored.
create table mails (
  id uuid primary key,
  kind text not null check (kind in ('reset', 'confirm', 'invitation', 'password_changed', 'session_ended', 'google_joined', 'factor_added',
    'factor_removed', 'recovery_code_used', 'alerts', 'nobody')),
  recipient text collate "C" not null,
  name text,
  -- Id of the link, in link_tokens or invitations.
  link_id uuid,
  -- Only for the kind `alerts`: the text, and the row of alert_deliveries that this mail takes to one recipient.
  letter jsonb,
  delivery_id uuid,
  created_at timestamptz not null,
  -- Not sent after this time.
  expires_at timestamptz not null,
  -- Time of the next attempt; the sending process first moves it ahead, as a lease.
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  -- True if nobody has proven to own the address. Such mails share one rate limit.
  unproven boolean not null default false
);
create index mails_due_at on mails (due_at) where sent_at is null and failed_at is null;
create index mails_delivery_id on mails (delivery_id) where delivery_id is not null;
create index mails_created_at on mails (created_at, id);
create index mails_unproven on mails (created_at) where unproven;
