-- Deleted sensors whose readings and roll-ups are still stored: one may have millions, too many to delete while its administrator waits.

create table deleted_sensors (
  sensor_id uuid primary key,
  -- Not before, since the sensor may be restored until then.
  due_at timestamptz not null
);
create index deleted_sensors_due on deleted_sensors (due_at);
