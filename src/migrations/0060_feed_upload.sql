-- Feed files that people uploaded. The file itself is kept here in parts until it is imported, so that whichever server takes the job has it.
create table feed_upload (
  id bigint generated always as identity primary key,
  brand bigint not null references brand (id) on delete cascade,
  file_name text not null,
  bytes bigint not null default 0,
  create_missing boolean not null,
  profile bigint references reward_profile (id) on delete set null,
  -- check: what would happen is found out; import: it happens.
  step text not null default 'check' check (step in ('check', 'import')),
  state text not null default 'receiving' check (state in ('receiving', 'waiting', 'running', 'done', 'failed')),
  tries integer not null default 0,
  progress jsonb,
  check_report jsonb,
  import_report jsonb,
  -- The refused lines of the last step as a CSV file.
  refusals text,
  problem text,
  created_by bigint,
  created_by_name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished_at timestamptz
);
create index feed_upload_brand on feed_upload (brand, id desc);
create index feed_upload_due on feed_upload (id) where state in ('waiting', 'running');

create table feed_upload_part (
  upload bigint not null references feed_upload (id) on delete cascade,
  number integer not null,
  content bytea not null,
  primary key (upload, number)
);
