-- When a line was reckoned: what was received later came after it. Not known of lines from before this was kept.
alter table entry_line add column computed_at timestamptz;
alter table entry_line alter column computed_at set default statement_timestamp();

-- The same of an adjustment, and how the day it makes right was due then: its lines, as those of the entry it adjusts.
alter table entry_adjustment add column computed_at timestamptz;
alter table entry_adjustment alter column computed_at set default statement_timestamp();
create table entry_adjustment_line (
  entry bigint not null references entry (id) on delete cascade,
  product text not null check (product in ('bets', 'games', 'lotto', 'cpa', 'partner')),
  base numeric(30, 10) not null,
  rate numeric(18, 4),
  rule_version bigint,
  amount numeric(18, 2) not null,
  detail jsonb not null default '{}',
  primary key (entry, product)
);
