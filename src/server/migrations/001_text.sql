-- Compares and searches text: the collation and the functions that later migrations use.

create extension if not exists pg_trgm;

-- Lowers Unicode letters by code point on every engine; their default collations differ.
do $$
begin
  if current_setting('server_version_num')::integer >= 170000 then
    create collation code_points (provider = builtin, locale = 'C.UTF-8');
  else
    create collation code_points (provider = libc, locale = 'C.UTF-8');
  end if;
end
$$;

-- Returns the form in which text is compared and searched: NFC, lower case.
create function folded(value text) returns text language sql immutable parallel safe
return lower(normalize(value, NFC) collate code_points);

-- Returns a sort key: byte order is the precedence of semantic versioning, 3.9.0 < 3.11.0-rc.2 < 3.11.0-rc.10 < 3.11.0. Ignores build metadata.
create function semver_key(semver text) returns text language sql immutable parallel safe
return (
  select lpad(split_part(core, '.', 1), 9, '0') || lpad(split_part(core, '.', 2), 9, '0') || lpad(split_part(core, '.', 3), 9, '0')
    -- A release sorts after its pre-releases. Numeric identifiers are padded to equal length, and sort before words.
    || coalesce(regexp_replace(
         regexp_replace(' ' || replace(pre, '.', ' ') || ' ', ' (\d+)(?= )', ' !' || repeat('0', 60) || '\1', 'g'),
         ' !\d*(\d{60})(?= )', ' !\1', 'g'), '~')
  from (
    select split_part(split_part(semver, '+', 1), '-', 1) as core, substring(split_part(semver, '+', 1) from '-(.*)$') as pre
  ) as parts
);
