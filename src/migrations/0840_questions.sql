-- What affiliates ask about records of theirs, and what is answered: notes that are shared with one of them. All others are among colleagues, as they were.
alter table note
  add column shared_with bigint,
  add column asked boolean not null default false,
  add column answered_at timestamptz,
  add column seen_at timestamptz,
  add constraint note_shared check (shared_with is not null or (not asked and seen_at is null)),
  add constraint note_answered check (asked or answered_at is null);
create index note_question on note (object, record) where asked and answered_at is null;
create index note_shared_with on note (shared_with, id) where shared_with is not null;
