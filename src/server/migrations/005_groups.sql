-- Target ranges of humidity, temperature and light, in groups that plants share.

-- The ends of a range are both null or both set; at least one range is set.
create table humidity_groups (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  -- Percent.
  soil_moisture_min double precision,
  soil_moisture_max double precision,
  -- Percent relative humidity.
  air_humidity_min double precision,
  air_humidity_max double precision,
  search text collate "C" not null generated always as (folded(name)) stored
);
create unique index humidity_groups_name_key on humidity_groups (folded(name));
create index humidity_groups_name on humidity_groups (name, id);
create index humidity_groups_soil_moisture_min on humidity_groups (soil_moisture_min nulls first, id);
create index humidity_groups_air_humidity_min on humidity_groups (air_humidity_min nulls first, id);
create index humidity_groups_created_at on humidity_groups (created_at, id);
create index humidity_groups_search on humidity_groups using gin (search gin_trgm_ops);

create table temperature_groups (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  -- Air temperature in °C.
  min_c double precision not null,
  max_c double precision not null,
  -- Within the range above; both null or both set.
  ideal_min_c double precision,
  ideal_max_c double precision,
  search text collate "C" not null generated always as (folded(name)) stored
);
create unique index temperature_groups_name_key on temperature_groups (folded(name));
create index temperature_groups_name on temperature_groups (name, id);
create index temperature_groups_min_c on temperature_groups (min_c, id);
create index temperature_groups_max_c on temperature_groups (max_c, id);
create index temperature_groups_created_at on temperature_groups (created_at, id);
create index temperature_groups_search on temperature_groups using gin (search gin_trgm_ops);

-- As with humidity, at least one range is set.
create table light_groups (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name text collate "C" not null,
  exposure text collate "C" not null check (exposure in ('shade', 'part_shade', 'part_sun', 'full_sun')),
  -- Daily light integral, mol/m²/d.
  dli_min double precision,
  dli_max double precision,
  -- Lux.
  lux_min double precision,
  lux_max double precision,
  search text collate "C" not null generated always as (folded(name)) stored
);
create unique index light_groups_name_key on light_groups (folded(name));
create index light_groups_name on light_groups (name, id);
create index light_groups_exposure on light_groups (exposure, id);
create index light_groups_dli_min on light_groups (dli_min nulls first, id);
create index light_groups_lux_min on light_groups (lux_min nulls first, id);
create index light_groups_created_at on light_groups (created_at, id);
create index light_groups_search on light_groups using gin (search gin_trgm_ops);
