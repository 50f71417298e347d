-- Whoever takes a note of the running sums hands it on to the sums by cohort: a server of before, too, which knows of none.
create function hand_on_running_marks() returns trigger language plpgsql security definer as $$
begin
  insert into cohort_mark (day, brand, affiliates)
    select day, brand, affiliates from gone where day <= (select through from cohort_state);
  return null;
end $$;
do $$ begin
  execute format('alter function hand_on_running_marks() set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function hand_on_running_marks() from public;
create trigger running_mark_is_handed_on after delete on running_mark referencing old table as gone
  for each statement execute function hand_on_running_marks();
