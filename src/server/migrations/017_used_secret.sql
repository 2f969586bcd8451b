-- The fingerprint of the FROND_SECRET that a process used last, so that the start of one with another secret can warn.
create table used_secret (
  only_row boolean primary key default true check (only_row),
  fingerprint text not null
);
