-- Opening balances come in one file, and are approved together.
alter table entry_request add column opening uuid;
create index entry_request_opening on entry_request (opening) where opening is not null;
