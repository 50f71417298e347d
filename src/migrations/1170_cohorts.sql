-- Sums of movement and commission by cohort (docs/decisions/0013-cumulative-totals.md): by month, link, and what is known of the players behind it. What no player of a cohort did stands under none.

-- Where a player lives, as its registration told.
alter table player add column country text;
update player set country = told.country from event told
where told.player = player.id and told.type = 'registration' and told.country is not null;

-- Amounts in whole cents. A player counts to a cohort from the day on that begins it.
create table cohort_month (
  -- The first day of the month.
  month date not null,
  brand bigint not null,
  affiliate bigint not null,
  action bigint not null,
  country text collate "C" not null default '',
  -- The months in which its players registered and deposited for the first time.
  registered date,
  deposited date,
  turnover bigint not null default 0,
  payout bigint not null default 0,
  bonus bigint not null default 0,
  chargebacks bigint not null default 0,
  bets bigint not null default 0,
  clicks bigint not null default 0,
  unique_clicks bigint not null default 0,
  registrations bigint not null default 0,
  ftd bigint not null default 0,
  deposit_count bigint not null default 0,
  deposits bigint not null default 0,
  withdrawal_count bigint not null default 0,
  withdrawals bigint not null default 0,
  admin_fee bigint not null default 0,
  bets_reward bigint not null default 0,
  games_reward bigint not null default 0,
  lotto_reward bigint not null default 0,
  cpa_reward bigint not null default 0,
  qty_cpa bigint not null default 0,
  unique nulls not distinct (affiliate, month, brand, action, country, registered, deposited)
);
create index cohort_month_month on cohort_month (month, brand);
create index cohort_month_action on cohort_month (action, month);

-- The same of whole brands: a few hundred rows a month.
create table cohort_total (like cohort_month including defaults);
alter table cohort_total drop column affiliate, drop column action,
  add unique nulls not distinct (month, brand, country, registered, deposited);

-- Up to which day there are such sums. No row: none yet.
create table cohort_state (
  is_only boolean primary key default true check (is_only),
  through date not null
);

-- Notes of changes that the running sums took over, until the sums by cohort have them, too: what players did from that day on may stand in another cohort.
create table cohort_mark (
  id bigint generated always as identity primary key,
  day date not null,
  brand bigint not null,
  affiliates bigint[] not null
);

-- Whose CPA it was, and of which day, can change while what the days earned stays.
create function note_cpa_change() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    insert into running_mark (day, brand, affiliates) select day, brand, array_agg(distinct affiliate) from gone group by day, brand;
  end if;
  if tg_op <> 'DELETE' then
    insert into running_mark (day, brand, affiliates) select day, brand, array_agg(distinct affiliate) from added group by day, brand;
  end if;
  return null;
end $$;
revoke execute on function note_cpa_change() from public;

do $$
declare
  source text;
begin
  foreach source in array array['cpa_qualification', 'cpa_stage'] loop
    execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function note_cpa_change()', source || '_added_to_cohorts', source);
    execute format('create trigger %I after update on %I referencing old table as gone new table as added for each statement execute function note_cpa_change()', source || '_changed_in_cohorts', source);
    execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function note_cpa_change()', source || '_removed_from_cohorts', source);
  end loop;
end $$;

create or replace function forget_running_sums() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from running_state;
  delete from running_mark;
  delete from running_day;
  delete from total_day;
  delete from total_first_day;
  delete from cohort_state;
  delete from cohort_mark;
  delete from cohort_month;
  delete from cohort_total;
  return null;
end $$;
