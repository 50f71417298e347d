-- What a deal can say (docs/decisions/deals.md): optional words of a reward, the players they follow, and the event by which a brand bars one.
alter table reward
  add column conditions jsonb not null default '[]', add column countries text, add column hold_days integer,
  add column claw_back text, add column claw_back_days integer,
  add column caps jsonb not null default '[]', add column minimums jsonb not null default '[]';
alter table reward_history
  add column conditions jsonb not null default '[]', add column countries text, add column hold_days integer,
  add column claw_back text, add column claw_back_days integer,
  add column caps jsonb not null default '[]', add column minimums jsonb not null default '[]';

-- A player that fulfilled the conditions of a deal, and what became of it. A player is an acquisition once.
create table cpa_case (
  player bigint primary key,
  reward bigint not null,
  affiliate bigint not null,
  brand bigint not null,
  sub_brand bigint not null default 0,
  action bigint not null default 0,
  met_day date not null,
  -- The end of its hold.
  approval_day date not null,
  -- On which it counted, and on which it went out: void before it counted, taken back after.
  paid_day date,
  ended_day date,
  ended_by text check (ended_by in ('barred', 'chargeback', 'cap')),
  check (approval_day >= met_day and (paid_day is null or paid_day >= approval_day)),
  check ((ended_day is null) = (ended_by is null) and ended_day >= met_day and (paid_day is null or ended_day > paid_day))
);
create index cpa_case_affiliate on cpa_case (affiliate, met_day);

-- A player counts once for a reward (step 1) and is taken back once (step -1), on a day of its own.
alter table cpa_qualification add column step integer not null default 1 check (step in (1, -1));
alter table cpa_qualification drop constraint cpa_qualification_pkey, add primary key (player, reward, step);
alter table cpa_qualification_past add column step integer not null default 1;
create or replace function note_past_of_cpa_qualification() returns trigger language plpgsql security definer set search_path from current as $$
declare
  made_by bigint;
begin
  if tg_op = 'INSERT' then
    if not exists (select from added) then return null; end if;
    made_by := known_change_now();
    insert into cpa_qualification_past (change, existed, player, reward, step, day, affiliate, brand, sub_brand, action)
      select made_by, false, player, reward, step, day, affiliate, brand, sub_brand, action from added;
  elsif tg_op = 'DELETE' then
    if not exists (select from gone) then return null; end if;
    made_by := known_change_now();
    insert into cpa_qualification_past (change, existed, player, reward, step, day, affiliate, brand, sub_brand, action)
      select made_by, true, player, reward, step, day, affiliate, brand, sub_brand, action from gone;
  else
    if not exists (select from gone join added using (player, reward, step)
      where (gone.day, gone.affiliate, gone.brand, gone.sub_brand, gone.action) is distinct from (added.day, added.affiliate, added.brand, added.sub_brand, added.action))
    then return null; end if;
    made_by := known_change_now();
    insert into cpa_qualification_past (change, existed, player, reward, step, day, affiliate, brand, sub_brand, action)
      select made_by, true, gone.player, gone.reward, gone.step, gone.day, gone.affiliate, gone.brand, gone.sub_brand, gone.action
      from gone join added using (player, reward, step)
      where (gone.day, gone.affiliate, gone.brand, gone.sub_brand, gone.action) is distinct from (added.day, added.affiliate, added.brand, added.sub_brand, added.action);
  end if;
  return null;
end $$;
create or replace view cpa_qualification_known with (security_invoker = true) as
  select player, reward, day, affiliate, brand, sub_brand, action, step from cpa_qualification standing
  where not exists (select from cpa_qualification_past past join known_change change on change.id = past.change
    where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz)
      and past.player = standing.player and past.reward = standing.reward and past.step = standing.step)
  union all
  select player, reward, day, affiliate, brand, sub_brand, action, step from (
    select distinct on (past.player, past.reward, past.step) past.* from cpa_qualification_past past
      join known_change change on change.id = past.change
    where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz)
    order by past.player, past.reward, past.step, past.past_id) first where first.existed;

-- A brand bars a player, and says why.
alter table event drop constraint event_type_check;
alter table event add constraint event_type_check check (type in ('click', 'registration', 'deposit', 'withdrawal', 'bet', 'win', 'bonus', 'chargeback', 'adjustment', 'barred'));
alter table event add column reason text collate "C";
-- Who was barred or had money charged back: few events, asked for by player.
create index event_blow on event (player) where type in ('barred', 'chargeback');
