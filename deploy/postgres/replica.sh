#!/bin/sh
# The first start copies the primary and makes a slot there, so that the primary keeps what this one lacks. A copy that
# was not finished is begun anew.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA.new"
  mkdir -p "$PGDATA.new"
  chmod 0700 "$PGDATA.new"
  psql --host=database --username=replicator --dbname=postgres --quiet --output=/dev/null --set ON_ERROR_STOP=1 <<'SQL'
select pg_create_physical_replication_slot('replica', true)
where not exists (select from pg_replication_slots where slot_name = 'replica');
SQL
  pg_basebackup --host=database --username=replicator --pgdata="$PGDATA.new" --write-recovery-conf --wal-method=stream --slot=replica
  mv -T "$PGDATA.new" "$PGDATA"
fi
exec postgres -c hot_standby_feedback=on
