-- Readings may be spread over machines by their sensor; the catalogue stays on one. So nothing in the schema ties one to the other: the
-- program judges readings, and deletes the latest readings of a sensor that it deletes.
drop view sensor_readings;
drop function reading_status(uuid, text, timestamptz, double precision, double precision, double precision);
drop function status_before(uuid, text, timestamptz, double precision, double precision);
alter table sensor_latest drop constraint sensor_latest_sensor_id_fkey;
