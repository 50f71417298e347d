-- Adjustments and advances that people write: who asked and who decided, by id, and what they showed for it. Reason and names stand in the entry (docs/decisions/adjustments.md).
alter table entry add column reason text;
alter table entry add column requested_by text;
alter table entry add column approved_by text;
create table entry_request (
  entry bigint primary key references entry (id) on delete cascade,
  requested_by bigint,
  decided_by bigint,
  file_name text,
  file bytea,
  check ((file_name is null) = (file is null))
);
create index entry_awaiting_approval on entry (id) where status = 'awaiting_approval';
