-- COPY into a table with row-level security is refused to every role that does not own it, so that a server whose role
-- owns nothing recorded no batch. Events are copied into the partition of their month, which has no policies of its own:
-- the serving role may add to partitions and read only through the parent. Of event ids the reading roles need the day
-- alone, which a function answers, so that event_identity needs no policies.
alter table event_identity disable row level security;

create function office_event_day(of_brand bigint, of_event text) returns date language sql stable security definer
  as 'select day from event_identity where brand = of_brand and event_id = of_event';

-- Whoever may add events may add them to a new month as well.
create or replace function make_event_partition(month date) returns void language plpgsql security definer as $$
declare
  first date := date_trunc('month', month)::date;
  name text := 'event_' || to_char(first, 'YYYY_MM');
  writer text;
begin
  if to_regclass(format('%I', name)) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtext('make_event_partition'));
  perform from pg_class where relname = name and relnamespace = current_schema()::regnamespace;
  if found then return; end if;
  execute format('create table %I (like event including defaults including constraints)', name);
  execute format('alter table event attach partition %I for values from (%L) to (%L)', name, first, (first + interval '1 month')::date);
  for writer in select acl.grantee::regrole::text from pg_class c, aclexplode(c.relacl) acl
    where c.oid = 'event'::regclass and acl.privilege_type = 'INSERT' and acl.grantee not in (0, c.relowner) loop
    execute format('grant insert on table %I to %s', name, writer);
  end loop;
end $$;
do $$ begin
  execute format('alter function make_event_partition(date) set search_path = %I, pg_temp', current_schema());
  execute format('alter function office_event_day(bigint, text) set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function office_event_day(bigint, text), make_event_partition(date) from public;
