-- The text by which a search finds entries of the audit log: names of the row, and account and IP address of a sign-in.

create function names_of(picture jsonb) returns text language sql immutable parallel safe
return (
  select coalesce(string_agg(value, U&'\001F' order by key), '')
  from jsonb_each_text(picture)
  where key in ('name', 'title', 'fullname', 'requestedName', 'symptom', 'email', 'account', 'ip', 'eui', 'serialNumber')
);

alter table audit_entries add column search text collate "C" not null
  generated always as (folded(names_of(before) || U&'\001F' || names_of(after))) stored;
create index audit_entries_search on audit_entries using gin (search gin_trgm_ops);
