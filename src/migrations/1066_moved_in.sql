-- Of an opening balance: losses to be set off against coming revenue, and why what is owed is held until somebody releases it.
alter table entry_request add column carried numeric(18, 2) not null default 0 check (carried <= 0), add column held text;
-- Whose first deposit another system was paid for is no CPA here. A list of such players brings no events.
alter table player add column acquired_elsewhere boolean not null default false;
