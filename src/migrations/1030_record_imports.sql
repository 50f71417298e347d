-- Files of records that people uploaded, what came of each row, and how a company's columns are matched to fields.
create table record_import (
  id bigint generated always as identity primary key,
  object text not null,
  file_name text not null,
  -- The file as it was sent; empty once it is no longer needed.
  content bytea,
  bytes bigint not null,
  mapping jsonb not null default '{}',
  columns jsonb not null default '[]',
  -- all: in one transaction or not at all; accepted: the rows that are refused are left out.
  mode text not null default 'accepted' check (mode in ('all', 'accepted')),
  step text not null default 'check' check (step in ('check', 'import', 'undo')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  tries integer not null default 0,
  -- Another server may take it over from then on.
  lease_until timestamptz,
  progress jsonb,
  report jsonb,
  problem text,
  problem_values jsonb,
  -- The proof that guarded fields ask for was given when it was asked for.
  is_proven boolean not null default false,
  undone_at timestamptz,
  imported_at timestamptz,
  created_by bigint,
  created_by_name text not null,
  -- {origin, http}: under which address it was asked for, as the log names it.
  asked_from jsonb not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index record_import_by on record_import (created_by, id desc);
create index record_import_due on record_import (id) where state in ('waiting', 'running');

create table record_import_row (
  import bigint not null references record_import (id) on delete cascade,
  -- As spreadsheet programs show it.
  row integer not null,
  operation text not null check (operation in ('create', 'update', 'refuse')),
  record bigint,
  name text,
  -- Of the record as the import left it: only what nobody changed since is undone.
  version integer,
  -- update: [{field, before, after}]; refuse: [{field, code, values, value}].
  detail jsonb,
  undone boolean not null default false,
  primary key (import, row)
);

-- How the columns of a company's files were matched last.
create table import_mapping (
  company bigint not null references company (id) on delete cascade,
  object text not null,
  mapping jsonb not null,
  updated_at timestamptz not null,
  primary key (company, object)
);

-- The ids that other systems have for records.
create table external_id (
  id bigint generated always as identity primary key,
  object text not null,
  record bigint not null,
  -- Whose record it is; two companies may both have moved from the same system. Null for what is nobody's.
  company bigint references company (id) on delete cascade,
  source text not null check (length(source) between 1 and 60),
  value text not null check (length(value) between 1 and 200),
  created_at timestamptz not null default now()
);
create unique index external_id_once on external_id (object, source, value, coalesce(company, 0));
create unique index external_id_of on external_id (object, record, source);
