-- The plant catalogue: names, needs and care of plants, and their problems.

-- Joins a plant's names into one text, each name between separators (see 002_accounts). `common_names` is as in the API: { "lang", "name" }.
create function plant_names(title text, common_names jsonb[], synonyms text[]) returns text language sql immutable parallel safe
return (
  select U&'\001F' || title || U&'\001F' || coalesce(string_agg(name || U&'\001F', '' order by at), '')
  from (
    select one ->> 'name' as name, at from unnest(common_names) with ordinality as common (one, at)
    union all
    select one, 1000 + at from unnest(synonyms) with ordinality as synonym (one, at)
  ) as names
);

-- Ranks a match of `names` (folded, between separators) with the search term (folded, wildcards escaped): 0 a name equals it, 1 a name begins
-- with it, 2 a word does, 3 a name contains it, 4 none does.
create function name_rank(names text, typed text) returns integer language sql immutable parallel safe
return case
  when names like '%' || U&'\001F' || typed || U&'\001F' || '%' then 0
  when names like '%' || U&'\001F' || typed || '%' then 1
  when names like '% ' || typed || '%' or names like '%-' || typed || '%' or names like '%''' || typed || '%' then 2
  when names like '%' || typed || '%' then 3
  else 4
end;

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
  humidity_group_id uuid constraint plants_humidity_group_id_fkey references humidity_groups (id),
  temperature_group_id uuid constraint plants_temperature_group_id_fkey references temperature_groups (id),
  light_group_id uuid constraint plants_light_group_id_fkey references light_groups (id),
  common_names jsonb[] not null default '{}',
  synonyms text[] not null default '{}',
  category text collate "C",
  ph_min double precision,
  ph_max double precision,
  -- µS/cm.
  soil_ec_min double precision,
  soil_ec_max double precision,
  -- { "watering", "sunlight", "soil", "pruning", "fertilization" }; each is a text, null or missing.
  care jsonb not null default '{}',
  toxicity text collate "C" check (toxicity in ('none', 'low', 'medium', 'high')),
  image_url text,
  image_credit text,
  source_url text,
  names text collate "C" not null generated always as (
    folded(plant_names(scientific_name || coalesce(' ''' || cultivar || '''', ''), common_names, synonyms))
  ) stored,
  search text collate "C" not null generated always as (
    folded(plant_names(scientific_name || coalesce(' ''' || cultivar || '''', ''), common_names, synonyms) || coalesce(family, ''))
  ) stored,
  -- The parts that are missing, by the contract's names and in its order.
  missing text[] not null generated always as (
    array_remove(array[
      case when cardinality(common_names) = 0 then 'commonNames' end,
      case when family is null then 'family' end,
      case when category is null then 'category' end,
      case when humidity_group_id is null then 'humidityGroup' end,
      case when temperature_group_id is null then 'temperatureGroup' end,
      case when light_group_id is null then 'lightGroup' end,
      case when ph_min is null then 'ph' end,
      case when soil_ec_min is null then 'soilEc' end,
      case when coalesce(care ->> 'watering', '') = '' then 'watering' end,
      case when coalesce(care ->> 'sunlight', '') = '' then 'sunlight' end,
      case when coalesce(care ->> 'soil', '') = '' then 'soil' end,
      case when coalesce(care ->> 'pruning', '') = '' then 'pruning' end,
      case when coalesce(care ->> 'fertilization', '') = '' then 'fertilization' end,
      case when toxicity is null then 'toxicity' end,
      case when image_url is null then 'image' end
    ], null)
  ) stored
);

-- Returns the percentage of the fifteen parts that are present; rounds down, so that only a complete record has 100.
create function completeness_pct(missing text[]) returns integer language sql immutable parallel safe
return (100 * (15 - cardinality(missing))) / 15;

create unique index plants_title_key on plants (folded(title));
create index plants_title on plants (title, id);
create index plants_family on plants (family nulls first, id);
create index plants_created_at on plants (created_at, id);
create index plants_humidity_group_id on plants (humidity_group_id, id);
create index plants_temperature_group_id on plants (temperature_group_id, id);
create index plants_light_group_id on plants (light_group_id, id);
create index plants_names on plants using gin (names gin_trgm_ops);
create index plants_search on plants using gin (search gin_trgm_ops);
create index plants_category on plants (category nulls first, id);
create index plants_status on plants (status, id);
create index plants_updated_at on plants (updated_at, id);
create index plants_completeness on plants (completeness_pct(missing), id);

-- Problems of plants, and their remedies.
create table troubleshoots (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  plant_id uuid not null constraint troubleshoots_plant_id_fkey references plants (id) on delete cascade,
  symptom text collate "C" not null,
  affected_part text collate "C" not null check (affected_part in ('leaf', 'stem', 'root', 'flower', 'fruit', 'whole')),
  category text collate "C" not null check (category in ('abiotic', 'nutrient', 'pest', 'fungal', 'bacterial', 'viral')),
  cause text collate "C" not null,
  -- { "immediate", "biological", "chemical" }; each is a text, null or missing.
  remedy jsonb not null default '{}',
  prevention text,
  severity text collate "C" not null check (severity in ('low', 'medium', 'high')),
  -- Position among the problems of its plant.
  sort_order integer not null default 0,
  search text collate "C" not null generated always as (folded(symptom || U&'\001F' || cause)) stored
);
create unique index troubleshoots_symptom_key on troubleshoots (plant_id, folded(symptom), folded(cause));
create index troubleshoots_plant_id on troubleshoots (plant_id, sort_order, id);
create index troubleshoots_sort_order on troubleshoots (sort_order, id);
create index troubleshoots_symptom on troubleshoots (symptom, id);
create index troubleshoots_created_at on troubleshoots (created_at, id);
create index troubleshoots_search on troubleshoots using gin (search gin_trgm_ops);

create view troubleshoots_view as
select t.id, t.version, t.created_at, t.updated_at, t.plant_id, t.symptom, t.affected_part, t.category, t.cause,
  jsonb_build_object(
    'immediate', t.remedy ->> 'immediate', 'biological', t.remedy ->> 'biological', 'chemical', t.remedy ->> 'chemical'
  ) as remedy,
  t.prevention, t.severity, t.sort_order, t.search,
  plant.title as plant_name
from troubleshoots t
left join plants plant on plant.id = t.plant_id;
