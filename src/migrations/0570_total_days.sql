-- What both wide roll-ups come to on a day for a whole brand (docs/decisions/running-sums.md): a few rows a day for reports whose rows are days or months, where the roll-ups have one an affiliate.
create table total_day (like running_day including defaults);
alter table total_day drop column affiliate, add primary key (day, brand);

-- Up to which day there are such rows, at most as far as there are running sums. Null: none yet.
alter table running_state add column totals_through date;

create or replace function forget_running_sums() returns trigger language plpgsql security definer set search_path from current as $$
begin
  delete from running_state;
  delete from running_mark;
  delete from running_day;
  delete from total_day;
  return null;
end $$;
