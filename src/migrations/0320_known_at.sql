-- What was known at a moment (docs/decisions/past.md). Each table that reports read keeps beside it (X_past) what its rows were before each change; a change is a transaction, and its moment is
-- taken under a lock that is held until its commit, so that moments stand in the order in which changes became visible. What was known then is the present, with the first of what stood before
-- each later change put back (X_known).
create table known_change (
  id bigint generated always as identity primary key,
  -- When it became visible; empty until the end of its transaction.
  at timestamptz,
  -- When its transaction began: what events are received at.
  began timestamptz not null default transaction_timestamp()
);
create index known_change_at on known_change (at);
-- From here on.
insert into known_change (at) values (clock_timestamp());

-- The change that the present transaction is.
create function known_change_now() returns bigint language plpgsql security definer set search_path from current as $$
declare
  made bigint := nullif(current_setting('office.known_change', true), '')::bigint;
begin
  if made is null then
    insert into known_change default values returning id into made;
    perform set_config('office.known_change', made::text, true);
  end if;
  return made;
end $$;
revoke execute on function known_change_now() from public;

create function stamp_known_change() returns trigger language plpgsql security definer set search_path from current as $$
begin
  -- Until the commit: whoever takes the next moment sees this change.
  perform pg_advisory_xact_lock(hashtext('known_change'));
  update known_change set at = greatest(clock_timestamp(), (select max(at) + interval '1 microsecond' from known_change)) where id = new.id;
  return null;
end $$;
revoke execute on function stamp_known_change() from public;
create constraint trigger known_change_is_stamped after insert on known_change deferrable initially deferred for each row execute function stamp_known_change();

-- What of a table was otherwise at the moment that the statement names, as a select.
create function pg_temp.known_rows(source text, keys text[], columns text[]) returns text language sql as $$
  select format($sql$
    select %2$s from %1$I standing where not exists (select from %1$s_past past join known_change change on change.id = past.change
      where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz) and %3$s)
    union all
    select %2$s from (select distinct on (%4$s) past.* from %1$s_past past join known_change change on change.id = past.change
      where change.at > (select nullif(current_setting('office.known_at', true), '')::timestamptz) order by %4$s, past.past_id) first where first.existed$sql$,
    source, (select string_agg(quote_ident(name), ', ') from unnest(columns) name),
    (select string_agg(format('past.%1$I = standing.%1$I', name), ' and ') from unnest(keys) name),
    (select string_agg(format('past.%I', name), ', ') from unnest(keys) name))
$$;

-- Keeps the past of a table, and makes the view of what was known. Where people take a person's words out, they go from the past as well and the change is none.
create function pg_temp.keep_past(source text, keys text[], columns text[]) returns void language plpgsql as $keep$
declare
  names text := (select string_agg(quote_ident(name), ', ') from unnest(columns) name);
  same_key text := (select string_agg(format('added.%1$I = gone.%1$I', name), ' and ') from unnest(keys) name);
  past_key text := (select string_agg(format('past.%1$I = gone.%1$I', name), ' and ') from unnest(keys) name);
  of_gone text := (select string_agg(format('gone.%I', name), ', ') from unnest(columns) name);
  of_added text := (select string_agg(format('added.%I', name), ', ') from unnest(columns) name);
  redacted text := (select string_agg(format('%1$I = case when gone.%1$I is distinct from added.%1$I then added.%1$I else past.%1$I end', name), ', ') from unnest(columns) name where name <> all (keys));
begin
  execute format('create table %I as select %s from %I limit 0', source || '_past', names, source);
  execute format('alter table %I add column past_id bigint generated always as identity, add column change bigint not null, add column existed boolean not null', source || '_past');
  execute format('alter table %I add primary key (past_id)', source || '_past');
  execute format('create index %I on %I (change)', source || '_past_change', source || '_past');
  execute format($sql$
    create function %1$I() returns trigger language plpgsql security definer set search_path from current as $body$
    declare
      made_by bigint;
    begin
      if tg_op = 'INSERT' then
        if not exists (select from added) then return null; end if;
        made_by := known_change_now();
        insert into %2$I (change, existed, %3$s) select made_by, false, %3$s from added;
      elsif tg_op = 'DELETE' then
        if not exists (select from gone) then return null; end if;
        made_by := known_change_now();
        insert into %2$I (change, existed, %3$s) select made_by, true, %3$s from gone;
      elsif current_setting('office.redacts', true) = 'true' then
        update %2$I past set %8$s from gone join added on %4$s where %5$s;
      else
        if not exists (select from gone join added on %4$s where (%6$s) is distinct from (%7$s)) then return null; end if;
        made_by := known_change_now();
        insert into %2$I (change, existed, %3$s) select made_by, true, %6$s from gone join added on %4$s where (%6$s) is distinct from (%7$s);
      end if;
      return null;
    end $body$$sql$,
    'note_past_of_' || source, source || '_past', names, same_key, past_key, of_gone, of_added, redacted);
  execute format('revoke execute on function %I() from public', 'note_past_of_' || source);
  execute format('create trigger %I after insert on %I referencing new table as added for each statement execute function %I()', source || '_added_to_past', source, 'note_past_of_' || source);
  execute format('create trigger %I after update on %I referencing old table as gone new table as added for each statement execute function %I()', source || '_changed_in_past', source, 'note_past_of_' || source);
  execute format('create trigger %I after delete on %I referencing old table as gone for each statement execute function %I()', source || '_removed_from_past', source, 'note_past_of_' || source);
end $keep$;

create temp table kept (source text, keys text[], columns text[]) on commit drop;
insert into kept values
  ('movement', '{day,brand,sub_brand,affiliate,action,product}', '{day,brand,sub_brand,affiliate,action,product,turnover,payout,bonus,chargebacks,bets,clicks,registrations,ftd,deposit_count,deposits,withdrawal_count,withdrawals}'),
  ('commission', '{day,affiliate,product,brand,sub_brand,action}', '{day,affiliate,product,brand,sub_brand,action,admin_fee,reward,qty_cpa}'),
  ('partner_commission', '{day,partner,currency}', '{day,partner,currency,level,abatment,value,reward_value}'),
  ('partner_commission_part', '{day,partner,brand}', '{day,partner,brand,abatment,value,reward_value}'),
  ('cpa_qualification', '{player,reward}', '{player,reward,day,affiliate,brand,sub_brand,action}'),
  ('entry', '{id}', '{id,day,affiliate,partner,kind,value,status,currency}'),
  ('entry_part', '{entry,brand}', '{entry,brand,value}'),
  ('payment_entry', '{payment,entry}', '{payment,entry,holds}'),
  ('affiliate', '{id}', '{id,name,token,company,brands,partner}'),
  ('partner', '{id}', '{id,name,token,company,parent,partner_level}'),
  ('partner_level', '{id}', '{id,name,level,company,parent}'),
  ('brand', '{id}', '{id,name,company,currency}'),
  ('sub_brand', '{id}', '{id,name,brand,partners}'),
  ('campaign', '{id}', '{id,name,brand}'),
  ('action', '{id}', '{id,name,token,campaign,affiliate}'),
  ('affiliate_history', '{id}', '{id,record,valid_from,reward_profile,partner}'),
  ('partner_history', '{id}', '{id,record,valid_from,parent,percentage,abatement,partner_level}'),
  -- Not read by reports; they say why something changed.
  ('reward_history', '{id}', '{id,record,valid_from,sub_type,calculation,admin_fee,percentage,value,tiers,tier_mode,trigger_condition,trigger_operation,trigger_comparison,currency}'),
  ('reward_profile_history', '{id}', '{id,record,valid_from,rewards,carry_over}'),
  ('partner_level_history', '{id}', '{id,record,valid_from,expression,currency}'),
  ('rate', '{from_currency,to_currency,day}', '{from_currency,to_currency,day,rate,source}');
select pg_temp.keep_past(source, keys, columns) from kept;

-- Read by whoever reads the table; histories that nobody reads themselves stand in the spans below.
do $$
declare
  each record;
begin
  for each in select * from kept where source not like '%\_history' loop
    execute format('create view %I with (security_invoker = true) as %s', each.source || '_known', pg_temp.known_rows(each.source, each.keys, each.columns));
  end loop;
end $$;

-- Events come once and are seldom changed: the moment at which they came says when they were known, and only changes are kept.
create table event_past as select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at from event limit 0;
alter table event_past add column past_id bigint generated always as identity primary key, add column change bigint not null;
create index event_past_change on event_past (change);
create function note_past_of_event() returns trigger language plpgsql security definer set search_path from current as $$
declare
  made_by bigint;
begin
  if not exists (select from gone) then return null; end if;
  made_by := known_change_now();
  insert into event_past (change, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at)
    select made_by, brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at from gone;
  return null;
end $$;
revoke execute on function note_past_of_event() from public;
create trigger event_changed_in_past after update on event referencing old table as gone for each statement execute function note_past_of_event();
create trigger event_removed_from_past after delete on event referencing old table as gone for each statement execute function note_past_of_event();
create view event_known with (security_invoker = true) as
  with moment as materialized (select nullif(current_setting('office.known_at', true), '')::timestamptz as at),
  underway as materialized (select change.began from known_change change, moment where change.at > moment.at and change.began <= moment.at)
  select told.* from (
    select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at from event standing
      where not exists (select from event_past past join known_change change on change.id = past.change where change.at > (select at from moment)
        and past.brand = standing.brand and past.event_id = standing.event_id and past.day = standing.day)
    union all
    select brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency, is_first_deposit, received_at
      from (select distinct on (past.brand, past.event_id, past.day) past.* from event_past past join known_change change on change.id = past.change
        where change.at > (select at from moment) order by past.brand, past.event_id, past.day, past.past_id) first
  ) told where coalesce(told.received_at <= (select at from moment), true) and told.received_at not in (select began from underway);

-- The wide roll-ups are sums of the narrow ones, then as now.
do $$
declare
  wide text;
begin
  select string_agg(case
      when name in ('day', 'brand', 'affiliate') then quote_ident(name)
      when name ~ '^(bets|games|lotto|none)_' then format('coalesce(sum(%1$I) filter (where product = %2$L), 0)::bigint as %3$I',
        regexp_replace(regexp_replace(name, '^[a-z]+_', ''), '_minor$', ''), split_part(name, '_', 1), name)
      else format('sum(%I)::bigint as %I', regexp_replace(name, '_minor$', ''), name) end, ', ' order by position)
    into wide from (select attname::text as name, attnum as position from pg_attribute where attrelid = 'movement_wide'::regclass and attnum > 0 and not attisdropped) columns;
  -- Whole cents where the column says so.
  wide := regexp_replace(wide, 'sum\(([a-z_]+)\)( filter \(where product = ''[a-z]+''\))?(, 0\))?::bigint as ([a-z_]+_minor)', 'sum(\1 * 100)\2\3::bigint as \4', 'g');
  execute format('create view movement_wide_known with (security_invoker = true) as select %s from movement_known group by day, brand, affiliate', wide);
end $$;
create view commission_wide_known with (security_invoker = true) as
  select day, brand, affiliate,
    coalesce(sum(admin_fee * 100) filter (where product = 'bets'), 0)::bigint as bets_admin_fee_minor,
    coalesce(sum(admin_fee * 100) filter (where product = 'games'), 0)::bigint as games_admin_fee_minor,
    coalesce(sum(admin_fee * 100) filter (where product = 'lotto'), 0)::bigint as lotto_admin_fee_minor,
    coalesce(sum(reward * 100) filter (where product = 'bets'), 0)::bigint as bets_reward_minor,
    coalesce(sum(reward * 100) filter (where product = 'games'), 0)::bigint as games_reward_minor,
    coalesce(sum(reward * 100) filter (where product = 'lotto'), 0)::bigint as lotto_reward_minor,
    coalesce(sum(reward * 100) filter (where product = 'cpa'), 0)::bigint as cpa_reward_minor,
    coalesce(sum(qty_cpa) filter (where product = 'cpa'), 0)::bigint as qty_cpa
  from commission_known group by day, brand, affiliate;

-- Who hung below whom, and whose something is: as their owner, like the views of the present.
do $$
declare
  of_table jsonb := (select jsonb_object_agg(source, pg_temp.known_rows(source, keys, columns)) from kept);
begin
  execute format('create view affiliate_span_known as select record as affiliate, reward_profile, partner, valid_from,
      coalesce(lead(valid_from) over (partition by record order by valid_from), ''infinity''::date) as valid_until from (%s) affiliate_history', of_table ->> 'affiliate_history');
  execute format('create view partner_span_known as select history.id as version, history.record as partner, history.parent, history.percentage, history.abatement, history.partner_level,
      partner_level.level, history.valid_from, coalesce(lead(history.valid_from) over (partition by history.record order by history.valid_from), ''infinity''::date) as valid_until
    from (%s) history left join (%s) partner_level on partner_level.id = history.partner_level', of_table ->> 'partner_history', of_table ->> 'partner_level');
  create view partner_affiliate_span_known as
    with recursive below as (
      select partner, affiliate, valid_from, valid_until, 1 as depth from affiliate_span_known where partner is not null
      union all
      select span.parent, below.affiliate, greatest(below.valid_from, span.valid_from), least(below.valid_until, span.valid_until), below.depth + 1
      from below join partner_span_known span on span.partner = below.partner and span.parent is not null
        and span.valid_from < below.valid_until and span.valid_until > below.valid_from
      where below.depth < 4
    )
    select partner, affiliate, valid_from, valid_until, depth from below;
  execute format('create view whose_entry_known as select entry, brand from (%s) part', of_table ->> 'entry_part');
  execute format('create view whose_partner_day_known as select part.day, part.partner, part.brand, coalesce(brand.currency, ''BRL'') as currency from (%s) part join (%s) brand on brand.id = part.brand',
    of_table ->> 'partner_commission_part', of_table ->> 'brand');
  execute format('create view whose_partner_known as select partner, brands from (%s) affiliate where partner is not null union all select unnest(partners), array[brand] from (%s) sub_brand',
    of_table ->> 'affiliate', of_table ->> 'sub_brand');
  execute format('create view currency_book_known as select coalesce(currency, ''BRL'') as currency, array_agg(id order by id) as brands from (%s) brand group by 1', of_table ->> 'brand');
end $$;
