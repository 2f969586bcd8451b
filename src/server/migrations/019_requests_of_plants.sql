-- How many requests each plant was published from, which lose it at its deletion.

create or replace view plants_view as
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
  (select count(*) from troubleshoots t where t.plant_id = p.id) as troubleshoots_count,
  (select count(*) from plant_requests r where r.published_plant_id = p.id) as requests_count
from plants p
left join humidity_groups humidity on humidity.id = p.humidity_group_id
left join temperature_groups temperature on temperature.id = p.temperature_group_id
left join light_groups light on light.id = p.light_group_id;
