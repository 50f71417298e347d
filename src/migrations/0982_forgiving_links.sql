-- A token that is not found as it stands is looked for whatever its case.
create index if not exists action_token_folded on action (lower(token collate "C"));

-- The ids that advertisers' networks gave a visit (gclid and others), by their names.
alter table click add column if not exists advertiser_ids jsonb;

-- Visits to links that are none, by the link and the host of the page on which it was followed.
create table if not exists link_miss (
  day date not null,
  host text not null check (length(host) <= 253),
  token text not null check (length(token) <= 100),
  referrer text not null default '' check (length(referrer) <= 253),
  misses bigint not null default 1,
  primary key (day, host, token, referrer)
);
