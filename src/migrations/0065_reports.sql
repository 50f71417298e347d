-- What reports ask of events: the newest one of a day.
create index event_newest on event (day, occurred_at) where affiliate is not null;
