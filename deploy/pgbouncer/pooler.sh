#!/bin/sh
# pgbouncer reads from a file how it signs in itself; everybody else's password it asks the database for.
set -eu
umask 077
printf '"office_pooler" "%s"\n' "$POOLER_PASSWORD" > /tmp/users.txt
exec pgbouncer /etc/pgbouncer/pgbouncer.ini
