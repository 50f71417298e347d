-- What brands tell of players beside their events, so that several can be known to be one: digests of a payment key, a device, an address. Nothing can be read back.
create table player_mark (
  player bigint not null,
  brand bigint not null,
  kind text not null check (kind in ('payment', 'device', 'address')),
  digest bytea not null,
  primary key (player, kind, digest)
);
create index player_mark_digest on player_mark (kind, digest);

-- Which rules count, since when and by whom: none before somebody tried it on the past.
create table risk_rule (
  rule text collate "C" primary key,
  started_at timestamptz not null,
  started_by text not null,
  -- The last day up to which it was asked.
  asked_up_to date
);

-- What rules found, with what every condition came to and the players behind it.
create table risk_finding (
  id bigint generated always as identity primary key,
  rule text collate "C" not null,
  affiliate bigint not null,
  severity text not null check (severity in ('low', 'medium', 'high')),
  effect text not null check (effect in ('hold', 'none')),
  raised_at timestamptz not null,
  from_day date not null,
  to_day date not null,
  values_then jsonb not null,
  players bigint[] not null default '{}',
  state text not null default 'open' check (state in ('open', 'released', 'revoked')),
  -- Commission that is held is released by two people: the first one asks.
  asked_by bigint,
  asked_name text,
  asked_at timestamptz,
  decided_at timestamptz,
  decided_by text,
  reason text,
  -- The adjustment by which commission was revoked; another person approves it.
  entry bigint
);
create unique index risk_finding_once on risk_finding (rule, affiliate) where state = 'open';
create index risk_finding_affiliate on risk_finding (affiliate, id);

-- Affiliates that somebody vouches for: of one rule, or of all ('').
create table risk_exemption (
  id bigint generated always as identity primary key,
  affiliate bigint not null,
  rule text collate "C" not null default '',
  reason text not null,
  made_at timestamptz not null,
  made_by text not null,
  unique (affiliate, rule)
);

alter table owner_hold drop constraint owner_hold_cause_check;
alter table owner_hold add constraint owner_hold_cause_check check (cause in ('by_hand', 'returned', 'other_person', 'not_checked', 'risk'));
