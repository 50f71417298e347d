-- Which tables were written by which transaction, so that a server may go on using a total it counted until somebody writes, whatever process
-- that is. A row is visible exactly when its write is: there is no moment at which a total is wrong. See src/api/records/query/rememberedTotals.ts.
create table table_change (
  relation text not null,
  xid xid8 not null,
  at timestamptz not null default clock_timestamp(),
  primary key (relation, xid)
);
create index table_change_at on table_change (at);

create function note_table_change() returns trigger language plpgsql as $$
begin
  insert into table_change (relation, xid) values (tg_table_name, pg_current_xact_id()) on conflict do nothing;
  return null;
end $$;

do $$
declare
  watched text;
begin
  foreach watched in array array['company', 'brand', 'reward', 'reward_profile', 'partner_level', 'partner', 'affiliate', 'sub_brand', 'campaign', 'action', 'user', 'entry', 'payment'] loop
    execute format('create trigger %I after insert or update or delete or truncate on %I for each statement execute function note_table_change()', watched || '_change', watched);
  end loop;
end $$;
