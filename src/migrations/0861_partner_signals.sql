-- Whose partner's a signal is: it is told to targets alone that name a brand of every affiliate below it (docs/signals.md).
alter table signal add column partner bigint;
