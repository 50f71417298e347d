-- Keeps with a session up to where the log has come. Losing the newest of these in a crash costs nothing (a list lags for a moment), so nobody waits for the disk.
create function keep_own_write(session_id uuid) returns void language plpgsql as $$
begin
  set local synchronous_commit = off;
  update session set last_write = pg_current_wal_insert_lsn() where id = session_id;
end $$;
