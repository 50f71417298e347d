-- Of how many affiliates a day was the first of its month on which they moved, as far as there are totals (docs/decisions/running-sums.md): counting them anew reads every row of the month.
create table total_first_day (day date primary key, affiliates bigint not null);
-- Totals are made again with them.
update running_state set totals_through = null;
delete from total_day;

create or replace function forget_running_sums() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from running_state;
  delete from running_mark;
  delete from running_day;
  delete from total_day;
  delete from total_first_day;
  return null;
end $$;
