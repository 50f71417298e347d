-- What an affiliate tells its visitors apart by: sub1 to sub5 in this order, and the id that its own system gave the visit. They stay with the click, go to the
-- player with the registration that names the click, and from there to what the player does.
alter table click add column subs text[], add column visitor_id text;
alter table player add column subs text[], add column click_id text collate "C";
alter table event add column subs text[];
alter table event_past add column subs text[];
-- Reports by sub id read the events that have one; what has none is the rest of movement.
create index event_subs on event (affiliate, day) where subs is not null;

create or replace function note_past_of_event() returns trigger language plpgsql security definer set search_path from current as $$
declare
  made_by bigint;
begin
  if not exists (select from gone) then return null; end if;
  made_by := known_change_now();
  insert into event_past (change, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs)
    select made_by, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs from gone;
  return null;
end $$;
create or replace view event_known with (security_invoker = true) as
  with moment as materialized (select nullif(current_setting('office.known_at', true), '')::timestamptz as at),
  underway as materialized (select change.began from known_change change, moment where change.at > moment.at and change.began <= moment.at)
  select told.* from (
    select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs from event standing
      where not exists (select from event_past past join known_change change on change.id = past.change where change.at > (select at from moment)
        and past.brand = standing.brand and past.event_id = standing.event_id and past.day = standing.day)
    union all
    select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at, subs
      from (select distinct on (past.brand, past.event_id, past.day) past.* from event_past past join known_change change on change.id = past.change
        where change.at > (select at from moment) order by past.brand, past.event_id, past.day, past.past_id) first
  ) told where coalesce(told.received_at <= (select at from moment), true) and told.received_at not in (select began from underway);
