-- Running sums (docs/decisions/running-sums.md): of each affiliate and brand what the wide roll-ups add up to from the first day on, up to and with a day, so that any period is one row less another.
-- A row stands on each day of a month from the first one on which something moved, and on the last day of every month; where there is none, that of the last day of the month before holds.
create table running_day (
  like movement_wide including defaults,
  -- How many days with a row of movement and of commission are in it: whether there was anything, also where it comes to 0.
  movement_days bigint not null default 0,
  commission_days bigint not null default 0,
  bets_admin_fee_minor bigint not null default 0,
  games_admin_fee_minor bigint not null default 0,
  lotto_admin_fee_minor bigint not null default 0,
  bets_reward_minor bigint not null default 0,
  games_reward_minor bigint not null default 0,
  lotto_reward_minor bigint not null default 0,
  cpa_reward_minor bigint not null default 0,
  qty_cpa bigint not null default 0,
  primary key (day, affiliate, brand)
);

-- Up to which day there are running sums. No row: none yet.
create table running_state (
  is_only boolean primary key default true check (is_only),
  through date not null
);

-- What changed in a wide roll-up, noted in the same transaction: from that day on the running sums of these affiliates are not to be read until somebody has made them anew and removed the note.
-- Only added to, never changed: so no writer waits for another, nor for who removes it.
create table running_mark (
  id bigint generated always as identity primary key,
  day date not null,
  brand bigint not null,
  affiliates bigint[] not null
);
create index running_mark_day on running_mark (day);

create function note_running_mark() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'DELETE' then
    insert into running_mark (day, brand, affiliates) select day, brand, array_agg(affiliate) from gone group by day, brand;
  else
    insert into running_mark (day, brand, affiliates) select day, brand, array_agg(affiliate) from added group by day, brand;
  end if;
  return null;
end $$;
revoke execute on function note_running_mark() from public;

-- Without the roll-ups themselves there is nothing to be running sums of.
create function forget_running_sums() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from running_state;
  delete from running_mark;
  delete from running_day;
  return null;
end $$;
revoke execute on function forget_running_sums() from public;

-- A change of a key would be noted under the new one alone.
create function refuse_key_change() returns trigger language plpgsql set search_path from current as $$
begin
  if (old.day, old.brand, old.affiliate) is distinct from (new.day, new.brand, new.affiliate) then
    raise exception 'the key of a row of % is not changed: remove the row and add another', tg_table_name;
  end if;
  return new;
end $$;
revoke execute on function refuse_key_change() from public;

do $$
declare
  source text;
begin
  foreach source in array array['movement_wide', 'commission_wide'] loop
    execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function note_running_mark()', source || '_added_to_running', source);
    execute format('create trigger %I after update on %I referencing new table as added for each statement execute function note_running_mark()', source || '_changed_in_running', source);
    execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function note_running_mark()', source || '_removed_from_running', source);
    execute format('create trigger %I after truncate on %I for each statement execute function forget_running_sums()', source || '_emptied_in_running', source);
    execute format('create trigger %I before update of day, brand, affiliate on %I for each row execute function refuse_key_change()', source || '_keeps_its_key', source);
  end loop;
end $$;
