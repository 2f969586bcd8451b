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

alter table sessions add column device_id uuid references devices (id) on delete set null;
create index sessions_device_id on sessions (device_id) where device_id is not null;
