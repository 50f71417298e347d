-- What of events was known at a moment: what changed since is looked up once, and by itself, so that the events may lie on workers (docs/decisions/citus.md).
create or replace view event_known with (security_invoker = true) as
  with moment as materialized (select nullif(current_setting('office.known_at', true), '')::timestamptz as at),
  underway as materialized (select change.began from known_change change, moment where change.at > moment.at and change.began <= moment.at),
  since as materialized (select past.* from event_past past join known_change change on change.id = past.change
    where change.at > (select at from moment))
  select told.* from (
    select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs from event standing
      where not exists (select from since where since.brand = standing.brand and since.event_id = standing.event_id and since.day = standing.day)
    union all
    select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs
      from (select distinct on (brand, event_id, day) * from since order by brand, event_id, day, past_id) first
  ) told where coalesce(told.received_at <= (select at from moment), true) and told.received_at not in (select began from underway);

-- Keeps what events are, before they are changed where no trigger can: on workers.
create function keep_event_past(of_brand bigint, ids text[], days date[]) returns void language plpgsql security definer as $$
declare
  made_by bigint := known_change_now();
begin
  insert into event_past (change, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs)
    select made_by, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs
    from event where brand = of_brand and event_id = any (ids) and day = any (days);
end $$;
do $$ begin
  execute format('alter function keep_event_past(bigint, text[], date[]) set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function keep_event_past(bigint, text[], date[]) from public;
