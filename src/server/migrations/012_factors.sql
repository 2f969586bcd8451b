-- Second factors: what an account asks for beside its password, or instead of it.

-- Authenticator apps, one an account.
create table totps (
  user_id uuid primary key references users (id) on delete cascade,
  -- AES-256-GCM under a key that is derived from FROND_SECRET, bound to the account: a copy of the database makes no codes.
  secret text collate "C" not null,
  created_at timestamptz not null,
  -- Null while it is being set up: nothing asks for it yet.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken; codes of this step and of those before it are taken no more.
  last_step bigint not null default 0
);

-- Only the SHA-256 of a code is kept; it has 80 random bits.
create table recovery_codes (
  code_hash text collate "C" primary key,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null,
  used_at timestamptz
);
create index recovery_codes_user_id on recovery_codes (user_id);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- Both base64url, as WebAuthn has them.
  credential_id text collate "C" not null,
  public_key text collate "C" not null,
  -- Signatures that the authenticator says it has made; one that falls is a copy's.
  counter bigint not null,
  -- How a browser reaches it, such as `internal` or `usb`; nothing else than a hint.
  transports text[] not null,
  name text collate "C" not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkeys_credential_id unique (credential_id)
);
create index passkeys_user_id on passkeys (user_id, id);

-- What has been asked for and is not answered yet, good once and for minutes. Only the SHA-256 of the challenge is kept.
create table factor_challenges (
  token_hash text collate "C" primary key,
  -- second_step: of a sign-in whose first step was right. passkey: of a sign-in by a passkey alone, of nobody yet. new_passkey: of a set-up.
  purpose text not null check (purpose in ('second_step', 'passkey', 'new_passkey')),
  user_id uuid references users (id) on delete cascade,
  -- The first step: password, google or facebook.
  via text,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((user_id is null) = (purpose = 'passkey'))
);
create index factor_challenges_user_id on factor_challenges (user_id);
create index factor_challenges_expires_at on factor_challenges (expires_at);
