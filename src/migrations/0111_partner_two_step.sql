-- The authenticator of a partner: who signs in with its access keys is asked for a code as staff is. As the table two_step has it for users.
create table partner_two_step (
  partner_id bigint primary key references partner (id) on delete cascade,
  secret_encrypted bytea not null,
  confirmed_at timestamptz,
  last_used_step bigint not null default 0,
  failed_count integer not null default 0,
  locked_at timestamptz
);
