-- Readings may be distributed over machines by their sensor, while the catalogue stays on one. No foreign key may connect the two: the server
-- deletes the latest readings of a sensor that it deletes. It also judges readings, which was the task of the view sensor_readings. The view
-- stays for one more version, because processes of the previous version read it during an upgrade.
alter table sensor_latest drop constraint sensor_latest_sensor_id_fkey;
