-- A saved view of a report that becomes a file by itself, again and again.
create table report_schedule (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  -- A view that files are made of cannot be forgotten; with its user both go.
  view bigint not null references saved_view (id),
  repeats text not null check (repeats in ('daily', 'weekly', 'monthly')),
  weekday text check ((weekday is not null) = (repeats = 'weekly')),
  month_day integer check ((month_day is not null) = (repeats = 'monthly')),
  -- The name of a period, looked up on each day it is due.
  period text not null,
  format text not null,
  language text not null,
  is_paused boolean not null default false,
  -- The last day whose file was asked for, or that was skipped because the schedule did not run then.
  planned_day date not null,
  created_at timestamptz not null
);
create index report_schedule_user on report_schedule (user_id, id);
create index report_schedule_view on report_schedule (view);

-- Files of reports, made beside requests by whichever server takes them first. They are kept here so that every server and every backup has them.
create table download (
  id bigint generated always as identity primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  schedule bigint references report_schedule (id) on delete set null,
  due_day date,
  report text not null,
  -- The saved view's name; null for what was asked for once.
  name text,
  -- As it stood in the address of the report's page.
  query text not null,
  from_day date not null,
  to_day date not null,
  format text not null,
  language text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'ready', 'failed', 'cancelled')),
  tries integer not null default 0,
  due_at timestamptz not null,
  -- What a server left behind that died is taken again after this moment.
  lease_until timestamptz,
  rows_done integer not null default 0,
  -- Why there is no file (yet): a code of the error catalogue, and the values of its message.
  problem text,
  problem_values jsonb,
  bytes bigint,
  content bytea,
  created_at timestamptz not null,
  finished_at timestamptz,
  -- One file for each day a schedule is due, whatever the number of servers.
  unique (schedule, due_day)
);
-- Workbooks are packed already; as they are, parts of a file can be read without the rest.
alter table download alter column content set storage external;
create index download_user on download (user_id, id desc);
create index download_due on download (due_at) where state in ('queued', 'running');
