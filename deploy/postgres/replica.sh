#!/bin/sh
# The first start copies the primary and makes a slot there, so that the primary keeps what this one lacks.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 0700 "$PGDATA"
  pg_basebackup --host=database --username=replicator --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream --create-slot --slot=replica
fi
exec postgres -c hot_standby_feedback=on
