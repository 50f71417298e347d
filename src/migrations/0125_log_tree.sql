-- The log becomes a Merkle tree (RFC 6962) of lines that carry an HMAC under a key from outside the database. sys_position and sys_hash are now a line's
-- place in the tree and its leaf; the lines that are there are sealed anew by the first server that starts, in the order in which they were written.
drop trigger activity_log_append_only on activity_log;
alter table activity_log add column sys_key text;
alter table activity_log add column sys_seed text;
alter table activity_log add column sys_mac text;
-- What stays of values that were redacted: {"commitments": {"actor": "…"}, "salts": {"url": "…"}}.
alter table activity_log add column sys_redacted jsonb;
update activity_log set sys_position = null, sys_hash = null where sys_position is not null;
drop table activity_log_head;

-- The end of the tree: its size, its root, and the roots of its whole parts, the largest first, to go on from.
create table log_head (
  only_row boolean primary key default true check (only_row),
  size bigint not null,
  root text not null,
  parts jsonb not null,
  -- Lines up to this id were written before there were keys.
  adopted_up_to bigint not null
);
insert into log_head (size, root, parts, adopted_up_to) select 0, '', '[]', coalesce(max(id), 0) from activity_log;

-- Every checkpoint that was signed, as a signed note.
create table log_checkpoint (
  size bigint primary key,
  note text not null,
  made_at timestamptz not null default now()
);

create or replace function refuse_activity_log_change() returns trigger language plpgsql as $$
declare
  proof constant text[] := '{sys_position,sys_hash,sys_key,sys_seed,sys_mac}';
begin
  if tg_op = 'UPDATE' then
    -- Sealing: the place in the tree, once, and the proof of a line that had none.
    if old.sys_position is null and new.sys_position is not null and (to_jsonb(old) - proof) = (to_jsonb(new) - proof)
      and (old.sys_key is null or (old.sys_key, old.sys_seed, old.sys_mac) is not distinct from (new.sys_key, new.sys_seed, new.sys_mac)) then
      return new;
    end if;
    -- A redaction takes values out; the proof of the line stays.
    if current_setting('log.redacting', true) = 'on' and new.sys_redacted is not null
      and (to_jsonb(old) - '{actor,address,url,changes,sys_seed,sys_redacted}'::text[]) = (to_jsonb(new) - '{actor,address,url,changes,sys_seed,sys_redacted}'::text[]) then
      return new;
    end if;
  end if;
  raise exception 'The activity log is only ever added to' using errcode = 'restrict_violation';
end $$;
create trigger activity_log_append_only before update or delete on activity_log for each row execute function refuse_activity_log_change();
