-- What is paid for a player stands in what was known at a moment, too (docs/decisions/past.md): reports say what CPA earned by
-- player and sub id.
alter table cpa_qualification_past add column value numeric(18, 2);
create or replace function note_past_of_cpa_qualification() returns trigger language plpgsql security definer set search_path from current as $$
declare
  made_by bigint;
begin
  if tg_op = 'INSERT' then
    if not exists (select from added) then return null; end if;
    made_by := known_change_now();
    insert into cpa_qualification_past (change, existed, player, reward, step, day, affiliate, brand, sub_brand, action, value)
      select made_by, false, player, reward, step, day, affiliate, brand, sub_brand, action, value from added;
  elsif tg_op = 'DELETE' then
    if not exists (select from gone) then return null; end if;
    made_by := known_change_now();
    insert into cpa_qualification_past (change, existed, player, reward, step, day, affiliate, brand, sub_brand, action, value)
      select made_by, true, player, reward, step, day, affiliate, brand, sub_brand, action, value from gone;
  else
    if not exists (select from gone join added using (player, reward, step)
      where (gone.day, gone.affiliate, gone.brand, gone.sub_brand, gone.action, gone.value) is distinct from (added.day, added.affiliate, added.brand, added.sub_brand, added.action, added.value))
    then return null; end if;
    made_by := known_change_now();
    insert into cpa_qualification_past (change, existed, player, reward, step, day, affiliate, brand, sub_brand, action, value)
      select made_by, true, gone.player, gone.reward, gone.step, gone.day, gone.affiliate, gone.brand, gone.sub_brand, gone.action, gone.value
      from gone join added using (player, reward, step)
      where (gone.day, gone.affiliate, gone.brand, gone.sub_brand, gone.action, gone.value) is distinct from (added.day, added.affiliate, added.brand, added.sub_brand, added.action, added.value);
  end if;
  return null;
end $$;
create or replace view cpa_qualification_known with (security_invoker = true) as
  select player, reward, day, affiliate, brand, sub_brand, action, step, value from cpa_qualification standing
  where not exists (select from cpa_qualification_past past join known_change change on change.id = past.change
    where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz)
      and past.player = standing.player and past.reward = standing.reward and past.step = standing.step)
  union all
  select player, reward, day, affiliate, brand, sub_brand, action, step, value from (
    select distinct on (past.player, past.reward, past.step) past.* from cpa_qualification_past past
      join known_change change on change.id = past.change
    where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz)
    order by past.player, past.reward, past.step, past.past_id) first where first.existed;
