-- What of an entry each brand makes up: whoever sees one brand reads that part and no other (docs/decisions/scope.md). The parts of an entry add up to it; one without parts belongs to no brand.
create table entry_part (
  entry bigint not null references entry (id) on delete cascade,
  brand bigint not null,
  value numeric(18, 2) not null,
  primary key (entry, brand)
);
create trigger entry_part_change after insert or update or delete or truncate on entry_part for each statement execute function note_table_change();

-- The same of what partners earned on a day, beside partner_commission.
create table partner_commission_part (
  day date not null,
  partner bigint not null,
  brand bigint not null,
  abatment numeric(18, 2) not null default 0,
  value numeric(18, 2) not null default 0,
  reward_value numeric(18, 2) not null default 0,
  primary key (day, partner, brand)
);

-- What stands: an affiliate's day as its commission was shared, where that still comes to the entry; else in proportion to it, to turnover, or equally; the brand with the highest id takes
-- what rounding leaves. Partners' days in proportion to the turnover below.
insert into entry_part (entry, brand, value)
with moved as (
  select entry.id as entry, entry.value, fact.brand, sum(fact.reward) as reward, greatest(sum(fact.turnover), 0) as turnover
  from entry join (
    select affiliate, day, brand, 0 as reward, (bets_turnover_minor + games_turnover_minor + lotto_turnover_minor) * 0.01 as turnover from movement_wide
    union all select affiliate, day, brand, reward, 0 from commission
  ) fact on fact.affiliate = entry.affiliate and fact.day = entry.day
  where entry.kind = 'commission' group by entry.id, entry.value, fact.brand
), weighed as (
  select entry, value, brand, reward, sum(reward) over own = value as is_exact,
    case when sum(abs(reward)) over own > 0 then abs(reward) when sum(turnover) over own > 0 then turnover else 1 end as weight
  from moved window own as (partition by entry)
), shared as (
  select entry, value, brand, case when is_exact then reward else trunc(value * weight / sum(weight) over own, 2) end as share from weighed window own as (partition by entry)
)
select entry, brand, share + case when row_number() over (partition by entry order by brand desc) = 1 then value - sum(share) over (partition by entry) else 0 end from shared;

insert into partner_commission_part (day, partner, brand, abatment, value, reward_value)
with moved as (
  select earned.day, earned.partner, earned.abatment, earned.value, earned.reward_value, wide.brand,
    greatest(sum(wide.bets_turnover_minor + wide.games_turnover_minor + wide.lotto_turnover_minor), 0) as turnover
  from partner_commission earned
  join partner_affiliate_span span on span.partner = earned.partner and span.valid_from <= earned.day and span.valid_until > earned.day
  join movement_wide wide on wide.affiliate = span.affiliate and wide.day = earned.day
  group by earned.day, earned.partner, wide.brand
), weighed as (
  select *, case when sum(turnover) over own > 0 then turnover else 1 end as weight, row_number() over (own order by brand desc) = 1 as is_last
  from moved window own as (partition by day, partner)
), shared as (
  select *, trunc(abatment * weight / sum(weight) over own, 2) as abatment_share, trunc(value * weight / sum(weight) over own, 2) as value_share,
    trunc(reward_value * weight / sum(weight) over own, 2) as reward_share
  from weighed window own as (partition by day, partner)
)
select day, partner, brand,
  abatment_share + case when is_last then abatment - sum(abatment_share) over own else 0 end,
  value_share + case when is_last then value - sum(value_share) over own else 0 end,
  reward_share + case when is_last then reward_value - sum(reward_share) over own else 0 end
from shared window own as (partition by day, partner);

insert into entry_part (entry, brand, value)
with weighed as (
  select entry.id as entry, entry.value, part.brand, case when sum(abs(part.reward_value)) over own > 0 then abs(part.reward_value) else 1 end as weight
  from entry join partner_commission_part part on part.partner = entry.partner and part.day = entry.day
  where entry.kind = 'commission' window own as (partition by entry.id)
), shared as (
  select entry, value, brand, trunc(value * weight / sum(weight) over own, 2) as share from weighed window own as (partition by entry)
)
select entry, brand, share + case when row_number() over (partition by entry order by brand desc) = 1 then value - sum(share) over (partition by entry) else 0 end from shared;

-- Adjustments as what they make right: late activity as its entry, a returned payment as the entries it had paid.
insert into entry_part (entry, brand, value)
with weighed as (
  select entry.id as entry, entry.value, part.brand, case when sum(abs(part.value)) over own > 0 then abs(part.value) else 1 end as weight
  from entry join entry_adjustment made on made.entry = entry.id join entry_part part on part.entry = made.source_entry
  where not exists (select from payment_return returned where returned.entry = entry.id) window own as (partition by entry.id)
), shared as (
  select entry, value, brand, trunc(value * weight / sum(weight) over own, 2) as share from weighed window own as (partition by entry)
)
select entry, brand, share + case when row_number() over (partition by entry order by brand desc) = 1 then value - sum(share) over (partition by entry) else 0 end from shared;

insert into entry_part (entry, brand, value)
with paid as (
  select entry.id as entry, entry.value, part.brand, sum(part.value) as part
  from payment_return returned join entry on entry.id = returned.entry join payment_entry held on held.payment = returned.payment join entry_part part on part.entry = held.entry
  group by entry.id, entry.value, part.brand
), weighed as (
  select entry, value, brand, case when sum(abs(part)) over own > 0 then abs(part) else 1 end as weight from paid window own as (partition by entry)
), shared as (
  select entry, value, brand, trunc(value * weight / sum(weight) over own, 2) as share from weighed window own as (partition by entry)
)
select entry, brand, share + case when row_number() over (partition by entry order by brand desc) = 1 then value - sum(share) over (partition by entry) else 0 end from shared;
