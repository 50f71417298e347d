-- Affiliates sign in with an access key of theirs, as partners do. A version that knows nothing of it finds nobody behind such a session, and refuses it.
alter table session add column affiliate_id bigint references affiliate (id) on delete cascade;
alter table session drop constraint session_check;
alter table session add constraint session_check check (num_nonnulls(user_id, partner_id, affiliate_id) = 1);
create index session_affiliate_id on session (affiliate_id) where ended_at is null and affiliate_id is not null;

-- The authenticator of an affiliate, as the table partner_two_step has it for partners.
create table affiliate_two_step (
  affiliate_id bigint primary key references affiliate (id) on delete cascade,
  secret_encrypted bytea not null,
  confirmed_at timestamptz,
  last_used_step bigint not null default 0,
  failed_count integer not null default 0,
  locked_at timestamptz
);
