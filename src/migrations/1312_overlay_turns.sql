-- When a server began anew with this version last: several do so one after the other.
alter table overlay add column turn_at timestamptz;
