-- Second factors, and passkeys, which may replace the password.

-- Authenticator apps, one for each account.
create table totps (
  user_id uuid primary key references users (id) on delete cascade,
  -- Encrypted by AES-256-GCM with a key derived from FROND_SECRET, bound to the account: a copy of the database alone yields no codes.
  secret text collate "C" not null,
  created_at timestamptz not null,
  -- Null while it is being set up; until then sign-in does not ask for it.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted; codes of this or an earlier step are refused, so that none works twice.
  last_step bigint not null default 0
);

-- Stores only the SHA-256 of a code, which suffices because a code has 80 random bits.
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
  -- Both in base64url, as in WebAuthn.
  credential_id text collate "C" not null,
  public_key text collate "C" not null,
  -- The authenticator's signature counter. A lower one than before reveals a copied authenticator.
  counter bigint not null,
  -- How a browser reaches it, such as `internal` or `usb`; only a hint.
  transports text[] not null,
  name text collate "C" not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint passkeys_credential_id unique (credential_id)
);
create index passkeys_user_id on passkeys (user_id, id);

-- Open challenges, each valid for one use within minutes. Stores only the SHA-256 of a challenge.
create table factor_challenges (
  token_hash text collate "C" primary key,
  -- second_step: of a sign-in that passed its first step. passkey: of a sign-in by a passkey alone, so the user is unknown. new_passkey: of a
  -- registration.
  purpose text not null check (purpose in ('second_step', 'passkey', 'new_passkey')),
  user_id uuid references users (id) on delete cascade,
  -- How the first step was passed: password, google or facebook.
  via text,
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((user_id is null) = (purpose = 'passkey'))
);
create index factor_challenges_user_id on factor_challenges (user_id);
create index factor_challenges_expires_at on factor_challenges (expires_at);
