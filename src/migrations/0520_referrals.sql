-- Affiliates that bring affiliates, and the share of what these earn (docs/decisions/deals.md).
ALTER TABLE "affiliate" ADD COLUMN IF NOT EXISTS "referred_by" bigint;
ALTER TABLE "affiliate_history" ADD COLUMN IF NOT EXISTS "referred_by" bigint;
CREATE INDEX IF NOT EXISTS "affiliate_referred_by_index" ON "affiliate" ("referred_by");
create index affiliate_history_referred_by on affiliate_history (referred_by) where referred_by is not null;
ALTER TABLE "reward_profile" ADD COLUMN IF NOT EXISTS "referral_shares" jsonb NOT NULL DEFAULT '[]'::jsonb;
ALTER TABLE "reward_profile_history" ADD COLUMN IF NOT EXISTS "referral_shares" jsonb NOT NULL DEFAULT '[]'::jsonb;

-- What a day pays of theirs is an entry of its own: one an owner, day and currency.
create unique index entry_referral_affiliate on entry (day, affiliate, currency) where kind = 'referral';

-- Every affiliate that another brought, directly (level 1) or by those it brought, by day: from inclusive, until exclusive.
create view affiliate_referral as
with recursive span as (
  select record as affiliate, referred_by, valid_from,
    coalesce(lead(valid_from) over (partition by record order by valid_from), 'infinity'::date) as valid_until
  from affiliate_history
), below as (
  select referred_by as referrer, affiliate, valid_from, valid_until, 1 as level from span where referred_by is not null
  union all
  select span.referred_by, below.affiliate, greatest(below.valid_from, span.valid_from), least(below.valid_until, span.valid_until),
    below.level + 1
  from below join span on span.affiliate = below.referrer and span.referred_by is not null
    and span.valid_from < below.valid_until and span.valid_until > below.valid_from
  where below.level < 10
)
select referrer, affiliate, level, valid_from, valid_until from below;

alter table entry_line drop constraint entry_line_product_check,
  add constraint entry_line_product_check check (product in ('bets', 'games', 'lotto', 'cpa', 'partner', 'referral'));
alter table entry_adjustment_line drop constraint entry_adjustment_line_product_check,
  add constraint entry_adjustment_line_product_check
    check (product in ('bets', 'games', 'lotto', 'cpa', 'partner', 'referral'));
