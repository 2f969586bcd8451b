-- Whether who set the password had read the account's mail (by an invitation or a link to reset it) or runs the server. Who changes one by
-- the one before proves nothing: the first one may have been set by whoever registered with another's mail.
alter table users add column password_proven boolean not null default false;
update users set password_proven = true
where password_hash is not null and (email_confirmed_at = created_at
  or exists (select from audit_entries a where a.subject = 'User' and a.subject_id = users.id::text and a.action = 'password_reset'));

alter table sessions drop constraint sessions_ended_reason_check;
alter table sessions add constraint sessions_ended_reason_check
  check (ended_reason in ('signed_out', 'password_reset', 'password_changed', 'token_reused', 'disabled', 'ended', 'joined'));
