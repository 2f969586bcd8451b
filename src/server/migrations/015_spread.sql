-- Readings may be spread over machines by their sensor; the catalogue stays on one. So no key ties one to the other: the program deletes
-- the latest readings of a sensor that it deletes. It judges readings, too. The view sensor_readings did so before: processes of the version
-- before read it while they are replaced, so it stays for one version more.
alter table sensor_latest drop constraint sensor_latest_sensor_id_fkey;
