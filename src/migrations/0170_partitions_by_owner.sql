-- Whoever records the first event of a month makes its partition, by the rights of the owner of the tables: the role
-- that serves need not own any.
do $$ begin
  execute format('alter function make_event_partition(date) security definer set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function make_event_partition(date) from public;
