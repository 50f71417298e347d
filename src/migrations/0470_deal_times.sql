-- Tiers decided by other months, another rate in the first months, and a fee a month on a condition (docs/decisions/deals.md).
alter table reward add column tier_span text, add column tier_months integer, add column launch_months integer,
  add column launch_percentage numeric(9, 4), add column launch_value numeric(18, 2), add column flat_fee numeric(18, 2),
  add column flat_fee_minimums jsonb not null default '[]';
alter table reward_history add column tier_span text, add column tier_months integer, add column launch_months integer,
  add column launch_percentage numeric(9, 4), add column launch_value numeric(18, 2), add column flat_fee numeric(18, 2),
  add column flat_fee_minimums jsonb not null default '[]';
