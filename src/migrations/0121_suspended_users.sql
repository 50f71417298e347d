-- A suspended user signs in no more; what they made stays.
alter table "user" add column suspended boolean not null default false;

alter table session drop constraint session_end_reason_check;
alter table session add constraint session_end_reason_check check (end_reason in ('signed_out', 'revoked', 'password_changed', 'refresh_reused', 'removed', 'suspended'));
-- Whether a code of the authenticator was given at the sign-in.
alter table session add column has_second_step boolean not null default false;
