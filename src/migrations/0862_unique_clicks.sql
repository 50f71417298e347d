-- Clicks that were a visitor's first of a day on a link are marked, and counted like every other measure (docs/decisions/activity-in.md): in both roll-ups, their running sums, and what was known
-- at a moment. Clicks of before have no mark.
alter table event add column is_first_visit boolean not null default false;
alter table event_past add column is_first_visit boolean not null default false;
ALTER TABLE "movement" ADD COLUMN IF NOT EXISTS "unique_clicks" bigint NOT NULL DEFAULT 0;
ALTER TABLE "movement_wide" ADD COLUMN IF NOT EXISTS "unique_clicks" bigint NOT NULL DEFAULT 0;
ALTER TABLE "running_day" ADD COLUMN IF NOT EXISTS "unique_clicks" bigint NOT NULL DEFAULT 0;
ALTER TABLE "total_day" ADD COLUMN IF NOT EXISTS "unique_clicks" bigint NOT NULL DEFAULT 0;
alter table movement_past add column unique_clicks bigint not null default 0;

create or replace function note_past_of_event() returns trigger language plpgsql security definer set search_path from current as $$
declare
  made_by bigint;
begin
  if not exists (select from gone) then return null; end if;
  made_by := known_change_now();
  insert into event_past (change, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs, is_first_visit)
    select made_by, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs, is_first_visit from gone;
  return null;
end $$;

create or replace function keep_event_past(of_brand bigint, ids text[], days date[]) returns void language plpgsql security definer as $$
declare
  made_by bigint := known_change_now();
begin
  insert into event_past (change, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs, is_first_visit)
    select made_by, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs, is_first_visit
    from event where brand = of_brand and event_id = any (ids) and day = any (days);
end $$;
do $$ begin
  execute format('alter function keep_event_past(bigint, text[], date[]) set search_path = %I, pg_temp', current_schema());
end $$;

create or replace view event_known with (security_invoker = true) as
  with moment as materialized (select nullif(current_setting('office.known_at', true), '')::timestamptz as at),
  underway as materialized (select change.began from known_change change, moment where change.at > moment.at and change.began <= moment.at),
  since as materialized (select past.* from event_past past join known_change change on change.id = past.change
    where change.at > (select at from moment))
  select told.* from (
    select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs, is_first_visit from event standing
      where not exists (select from since where since.brand = standing.brand and since.event_id = standing.event_id and since.day = standing.day)
    union all
    select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs, is_first_visit
      from (select distinct on (brand, event_id, day) * from since order by brand, event_id, day, past_id) first
  ) told where coalesce(told.received_at <= (select at from moment), true) and told.received_at not in (select began from underway);

create or replace function note_past_of_movement() returns trigger language plpgsql security definer set search_path from current as $$
declare
  made_by bigint;
begin
  if tg_op = 'INSERT' then
    if not exists (select from added) then return null; end if;
    made_by := known_change_now();
    insert into movement_past (change, existed, day, brand, sub_brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets, clicks, registrations, ftd, deposit_count, deposits, withdrawal_count, withdrawals, unique_clicks)
      select made_by, false, day, brand, sub_brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets, clicks, registrations, ftd, deposit_count, deposits, withdrawal_count, withdrawals, unique_clicks from added;
  elsif tg_op = 'DELETE' then
    if not exists (select from gone) then return null; end if;
    made_by := known_change_now();
    insert into movement_past (change, existed, day, brand, sub_brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets, clicks, registrations, ftd, deposit_count, deposits, withdrawal_count, withdrawals, unique_clicks)
      select made_by, true, day, brand, sub_brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets, clicks, registrations, ftd, deposit_count, deposits, withdrawal_count, withdrawals, unique_clicks from gone;
  else
    if not exists (select from gone join added on added.day = gone.day and added.brand = gone.brand and added.sub_brand = gone.sub_brand and added.affiliate = gone.affiliate and added.action = gone.action and added.product = gone.product
      where (gone.day, gone.brand, gone.sub_brand, gone.affiliate, gone.action, gone.product, gone.turnover, gone.payout, gone.bonus, gone.chargebacks, gone.bets, gone.clicks, gone.registrations, gone.ftd, gone.deposit_count, gone.deposits, gone.withdrawal_count, gone.withdrawals, gone.unique_clicks)
        is distinct from (added.day, added.brand, added.sub_brand, added.affiliate, added.action, added.product, added.turnover, added.payout, added.bonus, added.chargebacks, added.bets, added.clicks, added.registrations, added.ftd, added.deposit_count, added.deposits, added.withdrawal_count, added.withdrawals, added.unique_clicks))
    then return null; end if;
    made_by := known_change_now();
    insert into movement_past (change, existed, day, brand, sub_brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets, clicks, registrations, ftd, deposit_count, deposits, withdrawal_count, withdrawals, unique_clicks)
      select made_by, true, gone.day, gone.brand, gone.sub_brand, gone.affiliate, gone.action, gone.product, gone.turnover, gone.payout, gone.bonus, gone.chargebacks, gone.bets, gone.clicks, gone.registrations, gone.ftd, gone.deposit_count, gone.deposits, gone.withdrawal_count, gone.withdrawals, gone.unique_clicks
      from gone join added on added.day = gone.day and added.brand = gone.brand and added.sub_brand = gone.sub_brand and added.affiliate = gone.affiliate and added.action = gone.action and added.product = gone.product
      where (gone.day, gone.brand, gone.sub_brand, gone.affiliate, gone.action, gone.product, gone.turnover, gone.payout, gone.bonus, gone.chargebacks, gone.bets, gone.clicks, gone.registrations, gone.ftd, gone.deposit_count, gone.deposits, gone.withdrawal_count, gone.withdrawals, gone.unique_clicks)
        is distinct from (added.day, added.brand, added.sub_brand, added.affiliate, added.action, added.product, added.turnover, added.payout, added.bonus, added.chargebacks, added.bets, added.clicks, added.registrations, added.ftd, added.deposit_count, added.deposits, added.withdrawal_count, added.withdrawals, added.unique_clicks);
  end if;
  return null;
end $$;

create or replace view movement_known with (security_invoker = true) as
  select day, brand, sub_brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets, clicks, registrations, ftd, deposit_count, deposits, withdrawal_count, withdrawals, unique_clicks from movement standing
  where not exists (select from movement_past past join known_change change on change.id = past.change
    where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz) and past.day = standing.day and past.brand = standing.brand and past.sub_brand = standing.sub_brand and past.affiliate = standing.affiliate and past.action = standing.action and past.product = standing.product)
  union all
  select day, brand, sub_brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets, clicks, registrations, ftd, deposit_count, deposits, withdrawal_count, withdrawals, unique_clicks from (
    select distinct on (past.day, past.brand, past.sub_brand, past.affiliate, past.action, past.product) past.* from movement_past past
      join known_change change on change.id = past.change
    where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz)
    order by past.day, past.brand, past.sub_brand, past.affiliate, past.action, past.product, past.past_id) first where first.existed;

-- As the wide roll-up has it: what stood there, and the new one.
do $$ begin
  execute 'create or replace view movement_wide_known with (security_invoker = true) as '
    || regexp_replace(pg_get_viewdef('movement_wide_known'::regclass), '\s+FROM movement_known', ', sum(unique_clicks)::bigint AS unique_clicks FROM movement_known');
end $$;
