-- What opens public reports and signs partners in: several an owner, each with a label, kept as a hash, until it expires or is ended.
create table access_key (
  id bigint generated always as identity primary key,
  affiliate bigint references affiliate (id) on delete cascade,
  partner bigint references partner (id) on delete cascade,
  label text not null,
  -- HMAC-SHA-256 with a key of the installation; the plain SHA-256 of what was a partner's token before there were keys.
  hash bytea not null unique,
  was_token boolean not null default false,
  -- Its last characters.
  hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  ended_at timestamptz,
  check (num_nonnulls(affiliate, partner) = 1)
);
create index access_key_affiliate on access_key (affiliate) where affiliate is not null;
create index access_key_partner on access_key (partner) where partner is not null;

-- Tokens of partners were handed out and open what their holders need today: they go on as keys until they are ended. One of fewer than 16 characters after its prefix
-- could be found by trying (16 of 36 characters are 82 bits, 12 are 62), so it ends now. Tokens of affiliates stand in every link and open nothing any more.
insert into access_key (partner, label, hash, was_token, hint, created_at, ended_at)
select id, 'Token handed out before', sha256(convert_to(token, 'UTF8')), true, right(token, 4), created_at,
  case when length(regexp_replace(token, '^pt[-_]?', '')) < 16 then now() end
from partner where token is not null;

-- A session that was opened by a key ends with it.
alter table session add column access_key bigint references access_key (id) on delete cascade;
create index session_access_key on session (access_key) where ended_at is null;
update session set access_key = access_key.id from access_key where access_key.partner = session.partner_id;
update session set ended_at = now(), end_reason = 'revoked' from access_key
where access_key.id = session.access_key and access_key.ended_at is not null and session.ended_at is null;
