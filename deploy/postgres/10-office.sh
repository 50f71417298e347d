#!/bin/sh
# Run once, when the database cluster is made: an owner that migrates, a role that serves and owns nothing, one that
# replicates, and what a superuser alone may do.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set server="$SERVER_PASSWORD" --set replication="$REPLICATION_PASSWORD" <<'SQL'
create role office_owner login createrole password :'owner';
create role office_server login password :'server';
create role replicator login replication password :'replication';
create database office owner office_owner encoding 'UTF8' template template0;
\connect office
create extension pg_trgm;
alter function pg_catalog.texticlike(text, text) leakproof;
SQL
echo "host replication replicator all scram-sha-256" >> "$PGDATA/pg_hba.conf"
