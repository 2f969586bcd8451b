-- Gateways' hardwares and firmwares: files, releases and withdrawals.

create table gateway_hardwares (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  vendor text collate "C" not null,
  model text collate "C" not null,
  revision text collate "C" not null,
  part_number text collate "C",
  radios text[] not null default '{}',
  region text collate "C",
  power text,
  operating_min_c double precision,
  operating_max_c double precision,
  ip_code text,
  status text collate "C" not null default 'active' check (status in ('active', 'eol')),
  title text collate "C" not null generated always as (vendor || ' ' || model || ' ' || revision) stored,
  search text collate "C" not null
    generated always as (folded(vendor || ' ' || model || ' ' || revision || U&'\001F' || coalesce(part_number, ''))) stored
);
-- Not by title: Acme, GW 1, A and Acme GW, 1, A have the same.
create unique index gateway_hardwares_title_key on gateway_hardwares (folded(vendor), folded(model), folded(revision));
-- Finds the hardware that an import names.
create index gateway_hardwares_title_folded on gateway_hardwares (folded(title));
create index gateway_hardwares_title on gateway_hardwares (title, id);
create index gateway_hardwares_vendor on gateway_hardwares (vendor, id);
create index gateway_hardwares_model on gateway_hardwares (model, id);
create index gateway_hardwares_status on gateway_hardwares (status, id);
create index gateway_hardwares_created_at on gateway_hardwares (created_at, id);
create index gateway_hardwares_search on gateway_hardwares using gin (search gin_trgm_ops);
create index gateway_hardwares_region on gateway_hardwares (region nulls first, id);

create table gateway_firmwares (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  semver text collate "C" not null,
  channel text collate "C" not null check (channel in ('stable', 'beta', 'alpha')),
  status text collate "C" not null default 'draft' check (status in ('draft', 'released', 'deprecated', 'revoked')),
  release_notes text,
  min_from_version text collate "C",
  file_name text,
  size_bytes bigint,
  sha256 text collate "C",
  released_at timestamptz,
  title text collate "C" not null generated always as (name || ' ' || semver) stored,
  semver_key text collate "C" not null generated always as (semver_key(semver)) stored,
  search text collate "C" not null generated always as (folded(name || ' ' || semver)) stored,
  -- Why it was deprecated or revoked.
  status_reason text,
  -- When a gateway first reported it; from then on the firmware cannot be deleted.
  first_installed_at timestamptz,
  semver_order text collate "C" not null generated always as (semver_key(semver)) stored,
  -- Sorts by name, then by version.
  title_order text collate "C" not null generated always as (name || U&'\001F' || semver_key(semver)) stored,
  -- Target of the foreign key of gateway_firmware_hardwares.
  constraint gateway_firmwares_release unique (id, channel, status, semver_key)
);
create unique index gateway_firmwares_title_key on gateway_firmwares (folded(title));
create index gateway_firmwares_title on gateway_firmwares (title, id);
create index gateway_firmwares_title_order on gateway_firmwares (title_order, id);
create index gateway_firmwares_semver_order on gateway_firmwares (semver_order, id);
create index gateway_firmwares_channel on gateway_firmwares (channel, id);
create index gateway_firmwares_status on gateway_firmwares (status, id);
create index gateway_firmwares_size_bytes on gateway_firmwares (size_bytes nulls first, id);
create index gateway_firmwares_released_at on gateway_firmwares (released_at nulls first, id);
create index gateway_firmwares_created_at on gateway_firmwares (created_at, id);
create index gateway_firmwares_search on gateway_firmwares using gin (search gin_trgm_ops);

-- The hardwares that a firmware runs on. Copies the columns of the firmware's release, which the foreign key keeps equal, so that one index
-- lookup finds the newest firmware for a hardware.
create table gateway_firmware_hardwares (
  firmware_id uuid not null,
  hardware_id uuid not null constraint gateway_firmware_hardwares_hardware_id_fkey references gateway_hardwares (id),
  channel text collate "C" not null,
  status text collate "C" not null,
  semver_key text collate "C" not null,
  primary key (firmware_id, hardware_id),
  constraint gateway_firmware_hardwares_firmware_id_fkey foreign key (firmware_id, channel, status, semver_key)
    references gateway_firmwares (id, channel, status, semver_key) on update cascade on delete cascade
);
create index gateway_firmware_hardwares_hardware_id on gateway_firmware_hardwares (hardware_id, firmware_id);
-- The first entry for a hardware and a channel is the newest firmware.
create index gateway_firmware_hardwares_newest on gateway_firmware_hardwares (hardware_id, channel, semver_key desc, firmware_id)
  where status = 'released';

-- Firmware files, in chunks. In the database, so that file and row are stored in one transaction, and every process can serve the file.
create table gateway_firmware_pieces (
  firmware_id uuid not null constraint gateway_firmware_pieces_firmware_id_fkey references gateway_firmwares (id) on delete cascade,
  -- From 0.
  place integer not null,
  bytes bytea not null,
  primary key (firmware_id, place)
);
-- Not compressed by PostgreSQL, because firmware images are compressed already.
alter table gateway_firmware_pieces alter column bytes set storage external;

-- Firmwares that are the newest release of their channel for at least one of their hardwares. The code that releases, changes or withdraws a
-- firmware keeps this up to date. Has no foreign key: its check would wait for transactions that change the firmware, while these wait here.
create table latest_firmwares (firmware_id uuid primary key);
