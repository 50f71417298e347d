-- Other rates by brand, sub brand, campaign, link, country and promo code (docs/decisions/deals.md).
alter table reward add column overrides jsonb not null default '[]';
alter table reward_history add column overrides jsonb not null default '[]';
