-- Which lines of which file a batch of events was: its events are those of the brand that were received at the same
-- moment. What came late is told by them. Nothing is written of events that platforms send one by one.
create table feed_batch (
  brand bigint not null references brand (id) on delete cascade,
  received_at timestamptz not null,
  file_name text not null,
  -- Null: imported by a command.
  upload bigint references feed_upload (id) on delete set null,
  first_line integer not null,
  last_line integer not null,
  primary key (brand, received_at)
);
create index feed_batch_upload on feed_batch (upload) where upload is not null;
