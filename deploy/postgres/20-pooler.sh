#!/bin/sh
# Run once, after 10-office.sh: the role by which a pooler asks for the passwords of the office's roles, as PostgreSQL
# keeps them, and sees nothing else.
set -eu
psql --username postgres --dbname office --set ON_ERROR_STOP=1 --set pooler="$POOLER_PASSWORD" <<'SQL'
create role office_pooler login password :'pooler';
create schema office_pooler;
create function office_pooler.login(asked text, out name text, out secret text) language sql stable security definer
  set search_path = pg_catalog as $$
    select rolname::text, rolpassword from pg_authid
    where rolname = asked and rolname ~ '^office_' and rolcanlogin and not rolsuper and not rolcreaterole
  $$;
revoke all on function office_pooler.login(text) from public;
grant usage on schema office_pooler to office_pooler;
grant execute on function office_pooler.login(text) to office_pooler;
alter role office_server set timezone = 'UTC';
alter role office_server set jit = off;
alter role office_server set max_parallel_workers_per_gather = 0;
alter role office_server set statement_timeout = '120s';
SQL
