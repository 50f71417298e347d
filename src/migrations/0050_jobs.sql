-- Work done beside requests, by whichever server takes it first (FOR UPDATE SKIP LOCKED).
create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  input jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  due_at timestamptz not null default now(),
  tries integer not null default 0,
  started_at timestamptz,
  -- A running job whose server died is taken again after this moment.
  lease_until timestamptz,
  finished_at timestamptz,
  progress jsonb,
  outcome text,
  -- A scheduled run exists once: kind and moment.
  schedule_key text unique,
  created_at timestamptz not null default now()
);
create index job_due on job (due_at) where state in ('waiting', 'running');
create index job_kind on job (kind, id desc);
