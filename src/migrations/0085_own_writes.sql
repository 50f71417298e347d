-- Up to where the log of the database went when whoever holds the session last wrote: only a replica that has come that far may answer them. Written
-- where a replica is read alone. See docs/decisions/replica.md.
alter table session add column last_write pg_lsn;
