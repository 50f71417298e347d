-- The activity log is only ever added to. Each line is sealed a moment after its commit: sys_hash = sha256(hash of the line before || content),
-- so that a line changed or taken away later is found by `npm run verify-log`. Sealing apart from writing keeps writers from waiting for each other.
alter table activity_log add column sys_position bigint;
alter table activity_log add column sys_hash text;
create unique index activity_log_position on activity_log (sys_position) where sys_position is not null;
create index activity_log_unsealed on activity_log (id) where sys_position is null;
create index activity_log_at on activity_log (at, id);
create index activity_log_object on activity_log (object, object_id, id);
create index activity_log_batch on activity_log (batch) where batch is not null;

-- The end of the chain: lines taken away from the end are missed here.
create table activity_log_head (
  only_row boolean primary key default true check (only_row),
  position bigint not null,
  hash text not null
);
insert into activity_log_head (position, hash) values (0, '');

create function refuse_activity_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.sys_position is null and new.sys_position is not null
    and (to_jsonb(old) - 'sys_position' - 'sys_hash') = (to_jsonb(new) - 'sys_position' - 'sys_hash') then
    return new;
  end if;
  raise exception 'The activity log is only ever added to' using errcode = 'restrict_violation';
end $$;
create trigger activity_log_append_only before update or delete on activity_log for each row execute function refuse_activity_log_change();
create trigger activity_log_no_truncate before truncate on activity_log for each statement execute function refuse_activity_log_change();
