-- Tiers beyond where they begin, a lower rate while a minimum is missed, and fees that are paid once (docs/decisions/deals.md).
alter table reward add column tier_comparator text, add column lowered_percentage numeric(9, 4),
  add column lowered_value numeric(18, 2), add column flat_fee_per text;
alter table reward_history add column tier_comparator text, add column lowered_percentage numeric(9, 4),
  add column lowered_value numeric(18, 2), add column flat_fee_per text;
