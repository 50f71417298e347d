-- What was removed, as it was, for 30 days: the rows that went, in the order in which they come back. Nobody reads it but root and whoever removed it.
create table trash (
  id bigint generated always as identity primary key,
  object text not null,
  record bigint not null,
  name text,
  -- [{"table": "affiliate", "row": {...}}, ...]
  rows jsonb not null,
  removed_at timestamptz not null,
  removed_by bigint,
  removed_by_name text
);
create index trash_removed on trash (removed_at);
