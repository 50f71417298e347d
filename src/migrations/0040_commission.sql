-- What the daily close writes. "entry" and the registers with their histories come from 0001_registers.sql, movement from 0030.

-- A day's increment of the accumulated commission of an affiliate and product, allocated to the keys of movement to the cent: every column is additive.
create table commission (
  day date not null,
  affiliate bigint not null,
  product text not null check (product in ('bets', 'games', 'lotto', 'cpa')),
  brand bigint not null,
  sub_brand bigint not null default 0,
  action bigint not null default 0,
  admin_fee numeric(18, 2) not null default 0,
  reward numeric(18, 2) not null default 0,
  qty_cpa bigint not null default 0,
  primary key (day, affiliate, product, brand, sub_brand, action)
);
create index commission_affiliate on commission (affiliate, day);

-- A player qualifies once for a reward; the day is the first on which its whole life fulfils the trigger while the reward is in force.
create table cpa_qualification (
  player bigint not null,
  reward bigint not null,
  day date not null,
  affiliate bigint not null,
  brand bigint not null,
  sub_brand bigint not null default 0,
  action bigint not null default 0,
  primary key (player, reward)
);
create index cpa_qualification_affiliate on cpa_qualification (affiliate, day);
create index cpa_qualification_day on cpa_qualification (day);

-- The days that were closed at least once: a late event makes the close compute them again.
create table closed_day (
  day date primary key,
  first_closed_at timestamptz not null default now(),
  last_closed_at timestamptz not null default now()
);

-- One commission entry an owner and day, whatever runs at once.
create unique index entry_commission_affiliate on entry (day, affiliate) where kind = 'commission' and affiliate is not null;
create unique index entry_commission_partner on entry (day, partner) where kind = 'commission' and partner is not null;
create index entry_status on entry (status, affiliate) where status = 'pending';

-- Why an entry has its value. "detail" is the whole calculation as it was at the time, accumulated measures included: later events do not change it.
create table entry_line (
  entry bigint not null references entry (id) on delete cascade,
  product text not null check (product in ('bets', 'games', 'lotto', 'cpa', 'partner')),
  -- The day's change of the accumulated base.
  base numeric(30, 10) not null,
  -- Percent, or for CPA a value; empty where no single rate holds.
  rate numeric(18, 4),
  -- reward_history.id, for partners partner_level_history.id.
  rule_version bigint,
  amount numeric(18, 2) not null,
  detail jsonb not null default '{}',
  primary key (entry, product)
);

-- The difference to a day whose entry is complete or being paid: "number" makes each difference be written once.
create table entry_adjustment (
  entry bigint primary key references entry (id) on delete cascade,
  source_entry bigint not null references entry (id),
  number integer not null,
  reason text not null,
  unique (source_entry, number)
);

-- What lies below a partner on a day, what of it that day's entry is made of, and what the partner earned: every column is a day's increment.
create table partner_commission (
  day date not null,
  partner bigint not null,
  level smallint not null,
  turnover numeric(18, 2) not null default 0,
  payout numeric(18, 2) not null default 0,
  bonus numeric(18, 2) not null default 0,
  chargebacks numeric(18, 2) not null default 0,
  admin_fee numeric(18, 2) not null default 0,
  affiliate_reward numeric(18, 2) not null default 0,
  gross_value numeric(18, 2) not null default 0,
  abatment numeric(18, 2) not null default 0,
  value numeric(18, 2) not null default 0,
  reward_value numeric(18, 2) not null default 0,
  primary key (day, partner)
);
create index partner_commission_partner on partner_commission (partner, day);

-- Where a rule gave no result (a formula divides by zero, a reward's data are not whole): that owner's entry of the day was stopped, the others went on.
create table close_problem (
  day date not null,
  owner_kind text not null check (owner_kind in ('affiliate', 'partner')),
  owner bigint not null,
  code text not null,
  message text not null,
  recorded_at timestamptz not null default now(),
  primary key (day, owner_kind, owner)
);

-- What carry-over `full` brings into a period, at most 0, by product: kept so that a day's close need not read all periods before it. Made from movement; a
-- late event removes what came after it.
create table carried_balance (
  affiliate bigint not null,
  period_start date not null,
  balances jsonb not null,
  primary key (affiliate, period_start)
);

-- Days of which what lies below partners changed since their entries were computed, by bucket of affiliates so that closes do not wait for each other.
create table partner_dirty_day (
  day date not null,
  bucket bigint not null,
  changes bigint not null default 1,
  primary key (day, bucket)
);

-- Profile and partner of an affiliate by day, both ends as days: from inclusive, until exclusive.
create view affiliate_span as
select record as affiliate, reward_profile, partner, valid_from,
  coalesce(lead(valid_from) over (partition by record order by valid_from), 'infinity'::date) as valid_until
from affiliate_history;

-- Parent, level and rates of a partner by day.
create view partner_span as
select history.id as version, history.record as partner, history.parent, history.percentage, history.abatement, history.partner_level,
  partner_level.level, history.valid_from,
  coalesce(lead(history.valid_from) over (partition by history.record order by history.valid_from), 'infinity'::date) as valid_until
from partner_history history left join partner_level on partner_level.id = history.partner_level;

-- Every affiliate below every partner by day, however deep.
create view partner_affiliate_span as
with recursive below as (
  select partner, affiliate, valid_from, valid_until, 1 as depth from affiliate_span where partner is not null
  union all
  select span.parent, below.affiliate, greatest(below.valid_from, span.valid_from), least(below.valid_until, span.valid_until), below.depth + 1
  from below join partner_span span on span.partner = below.partner and span.parent is not null
    and span.valid_from < below.valid_until and span.valid_until > below.valid_from
  where below.depth < 4
)
select partner, affiliate, valid_from, valid_until, depth from below;
