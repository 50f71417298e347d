-- Up to which day and moment each brand has told what happened, and how it last told something. Written with each batch.
create table brand_feed (
  brand bigint not null references brand (id) on delete cascade,
  -- Batches of one brand that are recorded side by side write rows of their own, and wait for none of the others: the brand's state is the greatest of all.
  slot smallint not null,
  latest_day date,
  -- Null where the brand tells totals of days alone.
  latest_event_at timestamptz,
  received_at timestamptz,
  via text check (via in ('batch', 'postback', 'file', 'totals')),
  -- The last characters of the ingest key.
  key_hint text,
  -- Whose file it was.
  received_by bigint,
  primary key (brand, slot)
) with (fillfactor = 50);

-- Clicks are counted here: they tell nothing of what a brand has delivered.
insert into brand_feed (brand, slot, latest_day, received_at, via, key_hint, received_by)
  select brand.id, 0, last.day, got.at, got.via, got.hint, got.person
  from brand cross join lateral (
    select movement.day from movement where movement.brand = brand.id and movement.day <= current_date
      and exists (select from jsonb_each_text(to_jsonb(movement) - array['day', 'brand', 'sub_brand', 'affiliate', 'action', 'product', 'clicks', 'unique_clicks']) told (name, value)
        where told.value::numeric <> 0)
    order by movement.day desc limit 1) last
  left join lateral (
    select told.at, told.via, told.hint, told.person from (
      select last_used_at as at, 'batch' as via, hint, null::bigint as person from ingest_key where ingest_key.brand = brand.id and last_used_at is not null
      union all select finished_at, 'file', null, created_by from feed_upload where feed_upload.brand = brand.id and step = 'import' and state = 'done'
    ) told order by told.at desc nulls last limit 1) got on true;
