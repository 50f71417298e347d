-- A report that spreadsheet programs read again and again at an address with a key of its own, with the rights that its maker has then.
create table live_sheet (
  id bigint generated always as identity primary key,
  user_id bigint references "user" (id) on delete cascade,
  affiliate_user bigint references affiliate_user (id) on delete cascade,
  report text not null,
  name text not null,
  -- As it stands in the address of the report's page; a period by name moves on with the calendar.
  query text not null,
  -- What heads and numbers are written in.
  language text not null,
  -- HMAC-SHA-256 with a key of the installation.
  hash bytea not null unique,
  -- The key's last characters.
  hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('revoked', 'rights')),
  check (num_nonnulls(user_id, affiliate_user) = 1)
);
create index live_sheet_user on live_sheet (user_id) where user_id is not null;
create index live_sheet_affiliate_user on live_sheet (affiliate_user) where affiliate_user is not null;
