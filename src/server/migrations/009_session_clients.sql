-- What a session was begun from, for its owner to know it by; invitations that were taken back.

alter table sessions add column user_agent text;
alter table sessions add column ip text;
alter table sessions drop constraint sessions_ended_reason_check;
alter table sessions add constraint sessions_ended_reason_check
  check (ended_reason in ('signed_out', 'password_reset', 'password_changed', 'token_reused', 'disabled', 'ended'));

alter table invitations add column revoked_at timestamptz;
