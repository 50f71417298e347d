-- Totals of brands by one beginning of players alone, for questions that name no country: a month has as many rows as there are cohorts, not one for each country and other beginning.
-- By what a row is told apart: nothing said is country and both beginnings.
alter table cohort_total add column axis text collate "C" not null default '';
do $$
declare
  former text;
begin
  select conname into former from pg_constraint where conrelid = 'cohort_total'::regclass and contype = 'u';
  execute format('alter table cohort_total drop constraint %I', former);
end $$;
alter table cohort_total add unique nulls not distinct (axis, month, brand, country, registered, deposited);
delete from cohort_state;
delete from cohort_mark;
delete from cohort_month;
delete from cohort_total;
