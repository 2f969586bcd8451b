-- Sign-in by a provider: an account has one identity of each, and its owner is told when one is added.

alter table identities add constraint identities_one_of_each unique (user_id, provider);
drop index identities_user_id;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check
  check (kind in ('reset', 'confirm', 'invitation', 'password_changed', 'session_ended', 'google_joined', 'nobody'));
