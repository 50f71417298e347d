-- The id that another system has for a record is looked for as it is written.
create index external_id_value on external_id (object, value);

-- A list that was searched by such an id shows other records once it is given to others: its total is counted anew.
create function note_external_id_change() returns trigger language plpgsql as $$
begin
  insert into table_change (relation, xid)
    values (lower(regexp_replace(coalesce(new.object, old.object), '([A-Z])', '_\1', 'g')), pg_current_xact_id())
    on conflict do nothing;
  return null;
end $$;
create trigger external_id_change after insert or update or delete on external_id
  for each row execute function note_external_id_change();
