-- The business day of an event beside its id: a single event is looked for in one month. Not known of ids from before.
alter table event_identity add column day date;
