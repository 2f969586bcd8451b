-- A time zone that this PostgreSQL does not know, after a restore on a machine with other time zone data, made lists of rollouts fail.

-- Returns when the quiet hours around `at` end; null outside quiet hours. Reads them in UTC if their time zone is unknown here.
create or replace function quiet_until(starts text, ends text, zone text, at timestamptz) returns timestamptz language plpgsql stable as $$
begin
  return (
    select case
      when starts < ends and local::time >= starts::time and local::time < ends::time then (local::date + ends::time) at time zone place
      when starts > ends and local::time >= starts::time then (local::date + 1 + ends::time) at time zone place
      when starts > ends and local::time < ends::time then (local::date + ends::time) at time zone place
    end
    from (select at at time zone coalesce(zone, 'UTC') as local, coalesce(zone, 'UTC') as place) as there
  );
exception when invalid_parameter_value then
  return quiet_until(starts, ends, 'UTC', at);
end
$$;
