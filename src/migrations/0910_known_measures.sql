-- What was known of movement follows from its columns: a measure that is declared is kept and put back like those that were always there (docs/decisions/past.md).
-- The past holds what was told, and nothing of a column it does not know.
alter table movement_past alter column unique_clicks drop not null, alter column unique_clicks drop default;

-- Makes the trigger that keeps the past of movement, and the views of what was known of it, of the columns that movement and its past both have. Doing it twice does no harm. A column that is new begins
-- with what stands now: of moments before it was declared nothing else was ever told.
create function keep_movement_known() returns void language plpgsql set search_path from current as $make$
declare
  keys text[] := '{day,brand,sub_brand,affiliate,action,product}';
  kept text[];
  wide text;
  names text;
  of_gone text;
  of_added text;
  same text;
  each text;
  -- Not said at the function: an owner who is no superuser may not set there what the server does not know.
  synced text := current_setting('citus.enable_metadata_sync', true);
begin
  -- Functions and views stay with the coordinator (docs/decisions/citus.md).
  perform set_config('citus.enable_metadata_sync', 'off', true);
  -- Columns that the views have stand where they stood: a view takes new ones at its end.
  select array_agg(attname order by known_at, attnum) into kept from (
    select own.attname::text, own.attnum, (select known.attnum from pg_attribute known where known.attrelid = to_regclass('movement_known') and known.attname = own.attname) as known_at
    from pg_attribute own join pg_attribute past on past.attrelid = 'movement_past'::regclass and past.attname = own.attname and not past.attisdropped
    where own.attrelid = 'movement'::regclass and own.attnum > 0 and not own.attisdropped) columns;
  select string_agg(quote_ident(name), ', '), string_agg(format('gone.%I', name), ', '), string_agg(format('added.%I', name), ', ')
    into names, of_gone, of_added from unnest(kept) name;
  same := (select string_agg(format('added.%1$I = gone.%1$I', key), ' and ') from unnest(keys) key);

  -- Where the views were removed with a column, nothing is new.
  for each in select name from unnest(kept) name
    where to_regclass('movement_known') is not null and not exists (select from pg_attribute where attrelid = to_regclass('movement_known') and attname = name) loop
    execute format('update movement_past past set %1$I = standing.%1$I from movement standing where %2$s and past.%1$I is distinct from standing.%1$I',
      each, (select string_agg(format('past.%1$I = standing.%1$I', key), ' and ') from unnest(keys) key));
  end loop;

  execute format($sql$
    create or replace function note_past_of_movement() returns trigger language plpgsql security definer set search_path from current as $body$
    declare
      made_by bigint;
    begin
      if tg_op = 'INSERT' then
        if not exists (select from added) then return null; end if;
        made_by := known_change_now();
        insert into movement_past (change, existed, %1$s) select made_by, false, %1$s from added;
      elsif tg_op = 'DELETE' then
        if not exists (select from gone) then return null; end if;
        made_by := known_change_now();
        insert into movement_past (change, existed, %1$s) select made_by, true, %1$s from gone;
      else
        if not exists (select from gone join added on %2$s where (%3$s) is distinct from (%4$s)) then return null; end if;
        made_by := known_change_now();
        insert into movement_past (change, existed, %1$s) select made_by, true, %3$s from gone join added on %2$s where (%3$s) is distinct from (%4$s);
      end if;
      return null;
    end $body$$sql$, names, same, of_gone, of_added);

  execute format($sql$
    create or replace view movement_known with (security_invoker = true) as
      select %1$s from movement standing
      where not exists (select from movement_past past join known_change change on change.id = past.change
        where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz) and %2$s)
      union all
      select %1$s from (select distinct on (%3$s) past.* from movement_past past join known_change change on change.id = past.change
        where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz) order by %3$s, past.past_id) first where first.existed$sql$,
    names, (select string_agg(format('past.%1$I = standing.%1$I', key), ' and ') from unnest(keys) key),
    (select string_agg(format('past.%I', key), ', ') from unnest(keys) key));

  -- Of the wide roll-up: a measure by its name, or a product's by that before it; cents where the name says so.
  select string_agg(case
      when name in ('day', 'brand', 'affiliate') then quote_ident(name)
      when source is not null then format('sum(%I%s)::bigint as %I', source, case when is_minor then ' * 100' else '' end, name)
      else format('coalesce(sum(%I%s) filter (where product = %L), 0)::bigint as %I', of_product, case when is_minor then ' * 100' else '' end, split_part(name, '_', 1), name)
    end, ', ' order by known_at, position) into wide
    from (
      select attname::text as name, attnum as position,
        (select known.attnum from pg_attribute known where known.attrelid = to_regclass('movement_wide_known') and known.attname = wide.attname) as known_at,
        attname ~ '_minor$' and attname <> all (kept) as is_minor,
        (select own from unnest(kept) own where own in (attname, regexp_replace(attname, '_minor$', '')) order by own = attname desc limit 1) as source,
        (select own from unnest(kept) own where attname ~ '^(bets|games|lotto|none)_'
          and own in (regexp_replace(attname, '^[a-z]+_', ''), regexp_replace(attname, '^[a-z]+_|_minor$', '', 'g')) order by own = regexp_replace(attname, '^[a-z]+_', '') desc limit 1) as of_product
      from pg_attribute wide where attrelid = 'movement_wide'::regclass and attnum > 0 and not attisdropped
    ) columns where name in ('day', 'brand', 'affiliate') or source is not null or of_product is not null;
  execute format('create or replace view movement_wide_known with (security_invoker = true) as select %s from movement_known group by day, brand, affiliate', wide);
  if synced is not null then perform set_config('citus.enable_metadata_sync', synced, true); end if;
end $make$;
revoke execute on function keep_movement_known() from public;
select keep_movement_known();
