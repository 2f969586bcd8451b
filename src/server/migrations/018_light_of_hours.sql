-- Yesterday's light uses lux for the hours without PPFD, as the curve of daily light does: a sensor that measured lux all day and PPFD for a part
-- of it had no light.

-- Yesterday's light (UTC), mol/m²/d: of each hour by PPFD, the light that plants use, or from lux by the factor of sunlight. No row unless at
-- least 20 hours were measured.
create or replace view sensor_light as
select sensor_id, sum(ppfd) * 86400 / 1000000 / count(*) as dli, date_trunc('day', now(), 'UTC') as measured_at
from (
  select distinct on (sensor_id, at) sensor_id, case metric when 'ppfd' then 1 else 0.0185 end * sum / count as ppfd
  from datapoints_hourly
  where metric in ('ppfd', 'illuminance')
    and at >= date_trunc('day', now(), 'UTC') - interval '1 day' and at < date_trunc('day', now(), 'UTC')
  order by sensor_id, at, metric = 'ppfd' desc
) as hours
group by sensor_id
having count(*) >= 20;
