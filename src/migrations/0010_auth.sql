-- Who signs in, with what, and since when. Declared entities ("user", company, partner) come from 0001_registers.sql.

-- Secrets of this installation that were made here, not given in the environment.
create table secret (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

create table user_credential (
  user_id bigint primary key references "user" (id) on delete cascade,
  -- argon2id in PHC form: the parameters travel with the hash.
  password_hash text not null,
  -- The root user made from the environment may sign in without a second step until it enrols.
  is_from_environment boolean not null default false,
  changed_at timestamptz not null default now()
);

create table two_step (
  user_id bigint primary key references "user" (id) on delete cascade,
  -- AES-256-GCM: 12 bytes of nonce, 16 of tag, then the secret.
  secret_encrypted bytea not null,
  confirmed_at timestamptz,
  -- The 30 second step of the newest code taken: it and older ones are never taken again.
  last_used_step bigint not null default 0,
  failed_count integer not null default 0,
  locked_at timestamptz
);

create table session (
  id uuid primary key default gen_random_uuid(),
  user_id bigint references "user" (id) on delete cascade,
  partner_id bigint references partner (id) on delete cascade,
  -- True between the password and the code; such a session opens nothing.
  is_second_step_due boolean not null default false,
  -- sha256 of the refresh token in force; null while the second step is due.
  refresh_hash text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('signed_out', 'revoked', 'password_changed', 'refresh_reused', 'removed')),
  user_agent text,
  address text,
  check (num_nonnulls(user_id, partner_id) = 1)
);
create index session_user_id on session (user_id) where ended_at is null;
create index session_partner_id on session (partner_id) where ended_at is null;
create index session_expires_at on session (expires_at);

-- Wrong tries by account and address and by address; shared by every server.
create table sign_in_throttle (
  key text primary key,
  failed_count integer not null,
  -- Tries whose outcome is not known yet: a burst in parallel must not slip past the limit.
  pending_count integer not null,
  window_ends_at timestamptz not null
);
create index sign_in_throttle_window_ends_at on sign_in_throttle (window_ends_at);

-- How somebody likes the pages to look; kept here so that it survives signing out and another browser.
create table user_preference (
  user_id bigint primary key references "user" (id) on delete cascade,
  layout jsonb not null default '{}',
  updated_at timestamptz not null
);
