-- The rest of the plant catalogue: names, needs and care of plants, and their problems.

-- Joins a plant's names into one text, each name between separators (see 002). `common_names` is as in the API: { "lang", "name" }.
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

-- The view depends on columns that change; it is created again below.
drop view plants_view;
alter table plants drop column search;
alter table plants
  add column common_names jsonb[] not null default '{}',
  add column synonyms text[] not null default '{}',
  add column category text collate "C",
  add column ph_min double precision,
  add column ph_max double precision,
  -- µS/cm.
  add column soil_ec_min double precision,
  add column soil_ec_max double precision,
  -- { "watering", "sunlight", "soil", "pruning", "fertilization" }; each is a text, null or missing.
  add column care jsonb not null default '{}',
  add column toxicity text collate "C" check (toxicity in ('none', 'low', 'medium', 'high')),
  add column image_url text,
  add column image_credit text,
  add column source_url text;
alter table plants
  add column names text collate "C" not null generated always as (
    folded(plant_names(scientific_name || coalesce(' ''' || cultivar || '''', ''), common_names, synonyms))
  ) stored,
  add column search text collate "C" not null generated always as (
    folded(plant_names(scientific_name || coalesce(' ''' || cultivar || '''', ''), common_names, synonyms) || coalesce(family, ''))
  ) stored,
  -- The parts that are missing, by the contract's names and in its order.
  add column missing text[] not null generated always as (
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
  ) stored;

-- Returns the percentage of the fifteen parts that are present; rounds down, so that only a complete record has 100.
create function completeness_pct(missing text[]) returns integer language sql immutable parallel safe
return (100 * (15 - cardinality(missing))) / 15;

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

create view plants_view as
select p.id, p.version, p.created_at, p.updated_at, p.scientific_name, p.cultivar, p.common_names, p.synonyms, p.family, p.category,
  p.status, p.humidity_group_id, p.temperature_group_id, p.light_group_id, p.ph_min, p.ph_max, p.soil_ec_min, p.soil_ec_max,
  jsonb_build_object(
    'watering', p.care ->> 'watering', 'sunlight', p.care ->> 'sunlight', 'soil', p.care ->> 'soil',
    'pruning', p.care ->> 'pruning', 'fertilization', p.care ->> 'fertilization'
  ) as care,
  p.toxicity, p.image_url, p.image_credit, p.source_url, p.title, p.names, p.search, p.missing,
  completeness_pct(p.missing) as completeness_pct,
  humidity.name as humidity_group_name,
  temperature.name as temperature_group_name,
  light.name as light_group_name,
  (select count(*) from sensors s where s.plant_id = p.id) as sensors_count,
  (select count(*) from troubleshoots t where t.plant_id = p.id) as troubleshoots_count
from plants p
left join humidity_groups humidity on humidity.id = p.humidity_group_id
left join temperature_groups temperature on temperature.id = p.temperature_group_id
left join light_groups light on light.id = p.light_group_id;
