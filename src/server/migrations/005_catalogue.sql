-- The rows that gateways and sensors refer to: hardwares, firmwares, plants.

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
  region text,
  power text,
  operating_min_c double precision,
  operating_max_c double precision,
  ip_code text,
  status text collate "C" not null default 'active' check (status in ('active', 'eol')),
  title text collate "C" not null generated always as (vendor || ' ' || model || ' ' || revision) stored,
  search text collate "C" not null
    generated always as (folded(vendor || ' ' || model || ' ' || revision || U&'\001F' || coalesce(part_number, ''))) stored
);
create unique index gateway_hardwares_title_key on gateway_hardwares (folded(title));
create index gateway_hardwares_title on gateway_hardwares (title, id);

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
  -- Target of the foreign key of gateway_firmware_hardwares.
  constraint gateway_firmwares_release unique (id, channel, status, semver_key)
);
create unique index gateway_firmwares_title_key on gateway_firmwares (folded(title));
create index gateway_firmwares_title on gateway_firmwares (title, id);

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

create table plants (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  scientific_name text collate "C" not null,
  cultivar text collate "C",
  family text collate "C",
  status text collate "C" not null default 'draft' check (status in ('draft', 'published', 'archived')),
  title text collate "C" not null generated always as (scientific_name || coalesce(' ''' || cultivar || '''', '')) stored,
  search text collate "C" not null generated always as (
    folded(scientific_name || coalesce(' ''' || cultivar || '''', '') || U&'\001F' || coalesce(family, ''))
  ) stored
);
create unique index plants_title_key on plants (folded(title));
create index plants_title on plants (title, id);
create index plants_family on plants (family nulls first, id);
create index plants_created_at on plants (created_at, id);
create index plants_search on plants using gin (search gin_trgm_ops);
