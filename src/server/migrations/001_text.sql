-- How text is compared and searched, everywhere after this.

create extension if not exists pg_trgm;

-- Unicode's lower case by code point: engines differ in what their default collation knows.
do $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    create collation code_points (provider = builtin, locale = 'C.UTF-8');
  else
    create collation code_points (provider = libc, locale = 'C.UTF-8');
  end if;
end
$$;

-- Text as it is compared and searched: composed, lower case.
create function folded(value text) returns text language sql immutable parallel safe
return lower(normalize(value, NFC) collate code_points);

-- Texts whose byte order is semantic versioning's precedence: 3.9.0 < 3.11.0-rc.2 < 3.11.0-rc.10 < 3.11.0. The build is ignored.
create function semver_key(semver text) returns text language sql immutable parallel safe
return (
  select lpad(split_part(core, '.', 1), 9, '0') || lpad(split_part(core, '.', 2), 9, '0') || lpad(split_part(core, '.', 3), 9, '0')
    -- A release follows its pre-releases. Their numbers get as many digits, and come before words.
    || coalesce(regexp_replace(
         regexp_replace(' ' || replace(pre, '.', ' ') || ' ', ' (\d+)(?= )', ' !' || repeat('0', 60) || '\1', 'g'),
         ' !\d*(\d{60})(?= )', ' !\1', 'g'), '~')
  from (
    select split_part(split_part(semver, '+', 1), '-', 1) as core, substring(split_part(semver, '+', 1) from '-(.*)$') as pre
  ) as parts
);
