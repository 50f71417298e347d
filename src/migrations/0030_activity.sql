-- What brands tell us (event), whose it is (player, click), and its daily roll-ups (movement, movement_wide).
-- Everything here is written by src/api/ingest only, in one transaction a batch; at every moment movement = the sum of the attributed events.

-- The key a brand's platform sends its activity with. "hash" is the SHA-256 of the key; the key itself is shown once and kept nowhere.
create table ingest_key (
  id bigint generated always as identity primary key,
  brand bigint not null references brand (id) on delete cascade,
  hash bytea not null unique,
  -- The last characters, so that people can tell keys apart.
  hint text not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index ingest_key_brand on ingest_key (brand);

-- A player belongs to the action of its registration for good. One row for every player_ref a brand ever named, registered or not.
create table player (
  id bigint generated always as identity primary key,
  brand bigint not null,
  player_ref text collate "C" not null,
  -- Of the registration; empty until it arrives and names a link of ours.
  action bigint,
  affiliate bigint,
  sub_brand bigint not null default 0,
  registered_at timestamptz,
  registered_day date,
  -- The earliest deposit by occurrence, ties by event_id. The event carries is_first_deposit.
  first_deposit_at timestamptz,
  first_deposit_day date,
  first_deposit_event text collate "C",
  first_deposit_amount numeric(18, 2),
  unique (brand, player_ref)
) with (fillfactor = 85);
create index player_affiliate on player (affiliate, registered_day);

-- A visit to a tracking link; what its click_id resolves to. The click itself is an event as any other, with event_id = click_id.
create table click (
  click_id text collate "C" primary key,
  brand bigint not null,
  action bigint not null,
  occurred_at timestamptz not null
);

-- Every event_id of a brand with the hash of its content: the same again is a duplicate, other content a conflict, in whatever month.
create table event_identity (
  brand bigint not null,
  event_id text collate "C" not null,
  fingerprint uuid not null,
  primary key (brand, event_id)
);

-- One fact as a brand told it. Partitioned by month of the business day; make_event_partition makes a month where it is missing.
create table event (
  brand bigint not null,
  event_id text collate "C" not null,
  type text collate "C" not null check (type in ('click', 'registration', 'deposit', 'withdrawal', 'bet', 'win', 'bonus', 'chargeback', 'adjustment')),
  occurred_at timestamptz not null,
  day date not null,
  -- player.id
  player bigint,
  -- Empty while unattributed; then "unattributed" says why.
  action bigint,
  affiliate bigint,
  sub_brand bigint not null default 0,
  product text collate "C" not null default 'none' check (product in ('bets', 'games', 'lotto', 'none')),
  amount numeric(18, 2) not null default 0,
  currency text collate "C",
  is_first_deposit boolean not null default false,
  -- The host the link leads to: of clicks, registrations and deposits.
  domain text,
  country text,
  state text,
  city text,
  -- As the brand sent them.
  action_token text,
  click_id text,
  unattributed text check (unattributed in ('unknown_action', 'unknown_click', 'no_action', 'unknown_player', 'no_player')),
  received_at timestamptz not null default now(),
  check ((action is null) = (unattributed is not null) and (action is null) = (affiliate is null))
) partition by range (day);
-- An affiliate's events of a month, and with the player a player's whole life under its affiliate (qualification for CPA).
create index event_affiliate on event (affiliate, player, day);
-- Actions by domain and place.
create index event_place on event (action, day) where type in ('click', 'registration', 'deposit');
create index event_first_deposit on event (player) where is_first_deposit;
create index event_unattributed on event (brand, player) where action is null;

-- Makes the month's partition where it is missing. Attached rather than created in place: that does not wait for writers of other months.
create function make_event_partition(month date) returns void language plpgsql as $$
declare
  first date := date_trunc('month', month)::date;
  name text := 'event_' || to_char(first, 'YYYY_MM');
begin
  if to_regclass(format('%I', name)) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('make_event_partition'));
  if to_regclass(format('%I', name)) is not null then return; end if;
  execute format('create table %I (like event including defaults including constraints)', name);
  execute format('alter table event attach partition %I for values from (%L) to (%L)', name, first, (first + interval '1 month')::date);
end $$;

-- The roll-up: one row a day, brand, sub brand, affiliate, action and product. Clicks, registrations, FTD, deposits and withdrawals are on product 'none'.
create table movement (
  day date not null,
  brand bigint not null,
  sub_brand bigint not null default 0,
  affiliate bigint not null,
  action bigint not null,
  product text collate "C" not null check (product in ('bets', 'games', 'lotto', 'none')),
  turnover numeric(18, 2) not null default 0,
  payout numeric(18, 2) not null default 0,
  bonus numeric(18, 2) not null default 0,
  chargebacks numeric(18, 2) not null default 0,
  bets bigint not null default 0,
  clicks bigint not null default 0,
  registrations bigint not null default 0,
  ftd bigint not null default 0,
  deposit_count bigint not null default 0,
  deposits numeric(18, 2) not null default 0,
  withdrawal_count bigint not null default 0,
  withdrawals numeric(18, 2) not null default 0,
  primary key (day, brand, sub_brand, affiliate, action, product)
) with (fillfactor = 80);
create index movement_affiliate on movement (affiliate, day);
create index movement_action on movement (action, day);

-- The second roll-up: one row a day, brand and affiliate, the products side by side.
create table movement_wide (
  day date not null,
  brand bigint not null,
  affiliate bigint not null,
  bets_turnover numeric(18, 2) not null default 0,
  bets_payout numeric(18, 2) not null default 0,
  bets_bonus numeric(18, 2) not null default 0,
  bets_chargebacks numeric(18, 2) not null default 0,
  bets_bets bigint not null default 0,
  games_turnover numeric(18, 2) not null default 0,
  games_payout numeric(18, 2) not null default 0,
  games_bonus numeric(18, 2) not null default 0,
  games_chargebacks numeric(18, 2) not null default 0,
  games_bets bigint not null default 0,
  lotto_turnover numeric(18, 2) not null default 0,
  lotto_payout numeric(18, 2) not null default 0,
  lotto_bonus numeric(18, 2) not null default 0,
  lotto_chargebacks numeric(18, 2) not null default 0,
  lotto_bets bigint not null default 0,
  -- Of events that name no product.
  none_payout numeric(18, 2) not null default 0,
  none_bonus numeric(18, 2) not null default 0,
  none_chargebacks numeric(18, 2) not null default 0,
  clicks bigint not null default 0,
  registrations bigint not null default 0,
  ftd bigint not null default 0,
  deposit_count bigint not null default 0,
  deposits numeric(18, 2) not null default 0,
  withdrawal_count bigint not null default 0,
  withdrawals numeric(18, 2) not null default 0,
  primary key (day, brand, affiliate)
) with (fillfactor = 80);
create index movement_wide_affiliate on movement_wide (affiliate, day);

-- Affiliate and day whose movement changed since the daily close last read it. "changes" grows with every batch: the close reads a row, computes,
-- and deletes it only where "changes" is still what it read.
create table dirty_day (
  affiliate bigint not null,
  day date not null,
  changes bigint not null default 1,
  changed_at timestamptz not null default now(),
  primary key (affiliate, day)
) with (fillfactor = 80);
create index dirty_day_day on dirty_day (day);
