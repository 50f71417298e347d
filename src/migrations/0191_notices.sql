-- Notices to the operator's own systems (docs/notices.md): each of a line of the activity log, by its place in there.
create table notice (
  position bigint not null,
  type text not null,
  -- When it is sent next; empty once it was taken, or given up.
  due_at timestamptz,
  tries integer not null default 0,
  taken_at timestamptz,
  -- What was last answered over HTTP; empty where nothing was.
  status integer,
  made_at timestamptz not null default now(),
  primary key (position, type)
);
create index notice_due_index on notice (due_at) where due_at is not null;
create index notice_made_index on notice (made_at);

-- How far the log was looked through.
create table notice_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null
);
insert into notice_head (position) select coalesce(max(sys_position), 0) from activity_log;
