-- Who had what in hand: accounts (users, affiliates' people, access keys) and what was done to them, and writes that another person decides about. Without foreign keys, so that it outlives both sides.
create table authorship (
  id bigint generated always as identity primary key,
  -- A resource's name, or accessKey.
  object text not null,
  object_id bigint not null,
  -- What it was called at that time: of an account its e-mail address, of a key its label.
  object_name text,
  what text not null,
  -- By which account it was done; empty where a job, a command or the environment did it.
  author_kind text check (author_kind in ('user', 'affiliateUser', 'accessKey')),
  author bigint,
  author_name text not null,
  author_is_root boolean not null,
  at timestamptz not null,
  check ((author_kind is null) = (author is null))
);
create index authorship_object on authorship (object, object_id, at);

insert into authorship (object, object_id, object_name, what, author_kind, author, author_name, author_is_root, at)
  select 'user', user_id, user_name, what, case when author is not null then 'user' end, author, author_name, author_is_root, at
  from user_author order by id;

create function prevent_authorship_change() returns trigger language plpgsql as $$
begin
  raise exception 'Authorship is never changed' using errcode = 'restrict_violation';
end $$;
create trigger authorship_is_final before update or delete on authorship for each row execute function prevent_authorship_change();

-- Servers of before go on writing user_author while the new ones start.
create function record_user_author() returns trigger language plpgsql as $$
begin
  insert into authorship (object, object_id, object_name, what, author_kind, author, author_name, author_is_root, at)
    values ('user', new.user_id, new.user_name, new.what, case when new.author is not null then 'user' end, new.author, new.author_name, new.author_is_root, new.at);
  return new;
end $$;
create trigger user_author_is_authorship after insert on user_author for each row execute function record_user_author();
