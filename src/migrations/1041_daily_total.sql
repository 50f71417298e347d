-- What another system or a brand tells as totals of a day, link and product instead of as single events. Movement is the sum of both; restating a link's day replaces its totals.
create table daily_total (
  brand bigint not null references brand (id) on delete cascade,
  action bigint not null,
  day date not null,
  product text collate "C" not null check (product in ('bets', 'games', 'lotto', 'none')),
  -- As it was booked: a link that moves takes nothing of the past along.
  affiliate bigint not null,
  sub_brand bigint not null default 0,
  -- By column of movement; money as text with two decimals.
  measures jsonb not null,
  -- The import that stated it last.
  import uuid not null,
  received_at timestamptz not null default now(),
  primary key (brand, action, day, product)
) with (fillfactor = 85);
create index daily_total_affiliate on daily_total (affiliate, day);

-- The product of files of daily totals that name none.
alter table feed_upload add column product text check (product in ('bets', 'games', 'lotto'));
