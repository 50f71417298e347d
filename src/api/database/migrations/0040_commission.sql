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

-- Formulas that had no result: that partner's entry of the day was stopped, the others went on.
create table partner_problem (
  day date not null,
  partner bigint not null,
  code text not null,
  message text not null,
  recorded_at timestamptz not null default now(),
  primary key (day, partner)
);
