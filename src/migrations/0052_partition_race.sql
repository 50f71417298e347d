-- Two batches that need the same month at once: whoever waited for the other's lock looked for the table in the session's own cache, which does not know
-- it yet, and failed. pg_class, read by a statement of its own, does.
create or replace function make_event_partition(month date) returns void language plpgsql as $$
declare
  first date := date_trunc('month', month)::date;
  name text := 'event_' || to_char(first, 'YYYY_MM');
begin
  if to_regclass(format('%I', name)) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('make_event_partition'));
  perform from pg_class where relname = name and relnamespace = current_schema()::regnamespace;
  if found then return; end if;
  execute format('create table %I (like event including defaults including constraints)', name);
  execute format('alter table event attach partition %I for values from (%L) to (%L)', name, first, (first + interval '1 month')::date);
end $$;
