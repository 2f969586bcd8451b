-- Since when a sensor has readings out of their ranges, so that the dashboard finds those that went out of range last. Null: none is, only the
-- light of a day, or nothing has been judged since this step.

alter table sensor_stats add column stray_since timestamptz;
create index sensor_stats_stray_since on sensor_stats (stray_since desc nulls last, sensor_id) where stray_until is not null;
