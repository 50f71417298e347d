-- Lists are sorted by name as people expect (see src/api/records/query/collation.ts); these are the ones that grow long.
do $$
declare
  sorted text;
begin
  if not exists (select from pg_collation where collname = 'und-x-icu') then return; end if;
  foreach sorted in array array['affiliate', 'campaign', 'action', 'partner'] loop
    execute format('create index %I on %I (name collate "und-x-icu", id)', sorted || '_sorted', sorted);
  end loop;
end $$;
