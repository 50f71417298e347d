-- What people write about a record, for those who look after it: a note, with files, with colleagues whom it mentions, and perhaps something to be done. "object" and "record" name the record as the activity log does.
create table note (
  id bigint generated always as identity primary key,
  object text not null,
  record bigint not null,
  text text not null check (length(text) <= 4000),
  author bigint,
  author_name text not null,
  created_at timestamptz not null,
  -- A note with somebody to do it is a task, until it is done.
  task_for bigint references "user" (id) on delete set null,
  task_for_name text,
  due date,
  done_at timestamptz,
  done_by_name text,
  check ((done_at is null) = (done_by_name is null)),
  check (task_for_name is not null or (task_for is null and due is null and done_at is null))
);
create index note_record on note (object, record, id);
create index note_task on note (task_for) where task_for is not null and done_at is null;

-- Whom a note mentions, and when they saw it.
create table note_mention (
  note bigint not null references note (id) on delete cascade,
  user_id bigint not null references "user" (id) on delete cascade,
  name text not null,
  seen_at timestamptz,
  primary key (note, user_id)
);
create index note_mention_unseen on note_mention (user_id) where seen_at is null;

create table note_file (
  id bigint generated always as identity primary key,
  note bigint not null references note (id) on delete cascade,
  name text not null,
  content bytea not null check (length(content) between 1 and 524288)
);
create index note_file_note on note_file (note);
