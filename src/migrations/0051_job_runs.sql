-- One run of a job at a time, on whichever server: a second one waits for the first.
create unique index job_running_once on job (kind) where state = 'running';
-- A run of the schedule and one that a person asked for look alike in the list but for who asked.
alter table job add column requested_by text;
