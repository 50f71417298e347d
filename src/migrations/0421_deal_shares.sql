-- Shares after deductions by name, tiers that something else decides, and the most that is paid of a period (docs/decisions/deals.md).
alter table reward add column deductions jsonb not null default '[]', add column tier_base text, add column ceiling numeric(18, 2);
alter table reward_history add column deductions jsonb not null default '[]', add column tier_base text, add column ceiling numeric(18, 2);
