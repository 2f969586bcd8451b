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
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  constraint users_email_key_taken unique (email_key)
);
create index users_fullname on users (fullname, id);
create index users_created_at on users (created_at, id);

-- What the API shows of an account; the password's hash is not among it.
create view users_view as
select id, version, created_at, updated_at, first_name, last_name, fullname, email, role, active, email_confirmed_at, last_sign_in_at
from users;

-- Who a provider says someone is. Found by the provider's own id, never by the mail alone.
create table identities (
  provider text not null check (provider in ('google', 'facebook')),
  subject text collate "C" not null,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (provider, subject)
);
create index identities_user_id on identities (user_id);

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
  ended_reason text check (ended_reason in ('signed_out', 'password_reset', 'token_reused', 'disabled'))
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

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
  constraint invitations_token_hash unique (token_hash)
);
create index invitations_email_key on invitations (email_key, id);

-- Attempts counted in a window; the key is a SHA-256, so that no address is kept of someone who has no account. Not logged: counting must
-- cost next to nothing, and a crash of the database may forget who tried within the last minutes.
create unlogged table throttles (
  key text collate "C" primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index throttles_ends_at on throttles (ends_at);

-- Counts an attempt: how many there are in its window by now, and in how many seconds that ends.
create function count_attempt(of_key text, window_s integer, at timestamptz, out hits integer, out seconds_left integer) language plpgsql as $$
begin
  insert into throttles as t (key, hits, ends_at) values (of_key, 1, at + make_interval(secs => window_s))
  on conflict (key) do update set
    hits = case when t.ends_at > at then least(t.hits + 1, 1000000) else 1 end,
    ends_at = case when t.ends_at > at then t.ends_at else excluded.ends_at end
  returning t.hits, ceil(extract(epoch from t.ends_at - at)) into hits, seconds_left;
end
$$;

-- The outbox. A mail is composed when it is sent: its link's token is derived from the secret and never stored.
create table mails (
  id uuid primary key,
  kind text not null check (kind in ('reset', 'confirm', 'invitation', 'password_changed', 'session_ended', 'nobody')),
  recipient text collate "C" not null,
  name text,
  -- The link's row in link_tokens or invitations.
  link_id uuid,
  created_at timestamptz not null,
  -- Pointless after this.
  expires_at timestamptz not null,
  -- When to try next; moved ahead by whoever is sending it now.
  due_at timestamptz not null,
  attempts integer not null default 0,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text
);
create index mails_due_at on mails (due_at) where sent_at is null and failed_at is null;
create index mails_created_at on mails (created_at, id);
