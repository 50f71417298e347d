-- Rewards, profiles, levels, partners and affiliates belong to a company. What one company used becomes its own; what several used is copied for each of the others, with
-- its history, so that every entry goes on explaining itself to the cent; what nobody used becomes the first company's. See docs/decisions/companies.md.

alter table affiliate add column if not exists company bigint;
alter table reward add column if not exists company bigint;
alter table reward_profile add column if not exists company bigint;
alter table partner_level add column if not exists company bigint;
alter table partner add column if not exists company bigint;

drop index if exists affiliate_cpf_key, affiliate_email_key, reward_slug_key, reward_profile_name_key, partner_level_name_key;
create unique index affiliate_cpf_key on affiliate (company, cpf);
create unique index affiliate_email_key on affiliate (company, email);
create unique index reward_slug_key on reward (company, slug);
create unique index reward_profile_name_key on reward_profile (company, name);
create unique index partner_level_name_key on partner_level (company, name);
create index if not exists affiliate_company_index on affiliate (company);
create index if not exists reward_company_index on reward (company);
create index if not exists reward_profile_company_index on reward_profile (company);
create index if not exists partner_level_company_index on partner_level (company);
create index if not exists partner_company_index on partner (company);

-- An affiliate is of the company that most of its brands are of; of two with as many, of the one named first.
update affiliate set company = coalesce(
  (select brand.company from unnest(affiliate.brands) with ordinality named (brand, place) join brand on brand.id = named.brand
    where brand.company is not null group by brand.company order by count(*) desc, min(place) limit 1),
  (select min(id) from company));

-- Which companies use a record ("source"), and the record that is to be theirs ("target"): itself in its home, a copy elsewhere.
create temp table copied (kind text, source bigint, company bigint, target bigint, primary key (kind, source, company)) on commit drop;
create temp table copied_version (kind text, source bigint, company bigint, target bigint, primary key (kind, source, company)) on commit drop;

-- The profiles that affiliates have and had.
insert into copied (kind, source, company) select distinct 'reward_profile', used.profile, used.company from (
  select reward_profile as profile, company from affiliate union all
  select history.reward_profile, affiliate.company from affiliate_history history join affiliate on affiliate.id = history.record) used
  join reward_profile on reward_profile.id = used.profile where used.company is not null;
insert into copied (kind, source, company) select 'reward_profile', id, (select min(id) from company) from reward_profile
  where id not in (select source from copied where kind = 'reward_profile') and exists (select from company);

-- The rewards that these profiles hold and held, and those that entries name.
insert into copied (kind, source, company) select distinct 'reward', used.reward, used.company from (
  select unnest(profile.rewards) as reward, copied.company from reward_profile profile join copied on copied.kind = 'reward_profile' and copied.source = profile.id union all
  select unnest(history.rewards), copied.company from reward_profile_history history join copied on copied.kind = 'reward_profile' and copied.source = history.record union all
  select history.record, affiliate.company from entry_line line join entry on entry.id = line.entry join affiliate on affiliate.id = entry.affiliate
    join reward_history history on history.id = line.rule_version where line.product <> 'partner') used
  join reward on reward.id = used.reward where used.company is not null;
insert into copied (kind, source, company) select 'reward', id, (select min(id) from company) from reward
  where id not in (select source from copied where kind = 'reward') and exists (select from company);

-- A partner is of the company that most of the affiliates below it are of; where there are none, of what speaks for it next: affiliates it had, sub brands, users. One of which
-- nothing speaks is of the company of the partner above it.
create temp table spoken (partner bigint, company bigint, weight bigint, needs boolean) on commit drop;
insert into spoken
  select partner, company, count(*) * 1000000, true from affiliate where partner is not null and company is not null group by 1, 2 union all
  select history.partner, affiliate.company, count(*) * 1000, false from affiliate_history history join affiliate on affiliate.id = history.record
    where history.partner is not null and affiliate.company is not null group by 1, 2 union all
  select named.partner, brand.company, count(*) * 1000, true from sub_brand join brand on brand.id = sub_brand.brand, unnest(sub_brand.partners) named (partner)
    where brand.company is not null group by 1, 2 union all
  select partner, company, count(*), false from "user" where partner is not null and company is not null group by 1, 2;
create temp table above (partner bigint, above bigint, distance integer) on commit drop;
insert into above with recursive up as (
  select id as partner, id as above, 0 as distance from partner union all
  select up.partner, partner.parent, up.distance + 1 from up join partner on partner.id = up.above where partner.parent is not null and up.distance < 8
) select partner, above, min(distance) from up group by 1, 2;
update partner set company = (select spoken.company from above join spoken on spoken.partner = above.partner where above.above = partner.id
  group by spoken.company order by sum(spoken.weight) desc, spoken.company limit 1);
update partner set company = coalesce(
  (select higher.company from above join partner higher on higher.id = above.above where above.partner = partner.id and higher.company is not null order by above.distance limit 1),
  (select min(id) from company)) where company is null;
insert into copied (kind, source, company, target)
  select distinct 'partner', above.above, used.company, case when used.company = top.company then top.id end from (
    select id as partner, company from partner union select partner, company from spoken where needs) used
  join above on above.partner = used.partner join partner top on top.id = above.above where used.company is not null;

-- The levels these partners have and had, and the levels above those.
insert into copied (kind, source, company) with recursive used as (
  select partner.partner_level as level, copied.company from partner join copied on copied.kind = 'partner' and copied.source = partner.id union
  select history.partner_level, copied.company from partner_history history join copied on copied.kind = 'partner' and copied.source = history.record union
  select partner_level.parent, used.company from used join partner_level on partner_level.id = used.level
) select distinct 'partner_level', used.level, used.company from used join partner_level on partner_level.id = used.level;
insert into copied (kind, source, company) select 'partner_level', id, (select min(id) from company) from partner_level
  where id not in (select source from copied where kind = 'partner_level') and exists (select from company);

-- Home is the company that was there first, of partners the one that most speaks for. Everywhere else there will be a copy.
update copied set target = source where kind <> 'partner' and company = (select min(company) from copied other where other.kind = copied.kind and other.source = copied.source);
update copied set target = nextval(pg_get_serial_sequence(kind, 'id')) where target is null;
update reward_profile set company = copied.company from copied where kind = 'reward_profile' and target = id;
update reward set company = copied.company from copied where kind = 'reward' and target = id;
update partner_level set company = copied.company from copied where kind = 'partner_level' and target = id;

insert into reward overriding system value select (jsonb_populate_record(reward, jsonb_build_object('id', target, 'company', copied.company))).*
  from copied join reward on reward.id = source where kind = 'reward' and target <> source;
insert into reward_profile overriding system value select (jsonb_populate_record(reward_profile, jsonb_build_object('id', target, 'company', copied.company))).*
  from copied join reward_profile on reward_profile.id = source where kind = 'reward_profile' and target <> source;
insert into partner_level overriding system value select (jsonb_populate_record(partner_level, jsonb_build_object('id', target, 'company', copied.company))).*
  from copied join partner_level on partner_level.id = source where kind = 'partner_level' and target <> source;
-- A copy of a partner has a code of its own.
insert into partner overriding system value select (jsonb_populate_record(partner, jsonb_build_object('id', target, 'company', copied.company,
    'token', 'pt' || left(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 20)))).*
  from copied join partner on partner.id = source where kind = 'partner' and target <> source;

insert into copied_version select 'reward', history.id, copied.company, nextval(pg_get_serial_sequence('reward_history', 'id'))
  from reward_history history join copied on kind = 'reward' and source = history.record and target <> source;
insert into reward_history overriding system value select (jsonb_populate_record(history, jsonb_build_object('id', version.target, 'record', copied.target))).*
  from reward_history history join copied on copied.kind = 'reward' and copied.source = history.record
  join copied_version version on version.kind = 'reward' and version.source = history.id and version.company = copied.company;
insert into copied_version select 'partner_level', history.id, copied.company, nextval(pg_get_serial_sequence('partner_level_history', 'id'))
  from partner_level_history history join copied on kind = 'partner_level' and source = history.record and target <> source;
insert into partner_level_history overriding system value select (jsonb_populate_record(history, jsonb_build_object('id', version.target, 'record', copied.target))).*
  from partner_level_history history join copied on copied.kind = 'partner_level' and copied.source = history.record
  join copied_version version on version.kind = 'partner_level' and version.source = history.id and version.company = copied.company;
insert into reward_profile_history overriding system value
  select (jsonb_populate_record(history, jsonb_build_object('id', nextval(pg_get_serial_sequence('reward_profile_history', 'id')), 'record', copied.target))).*
  from reward_profile_history history join copied on kind = 'reward_profile' and source = history.record and target <> source;
insert into partner_history overriding system value
  select (jsonb_populate_record(history, jsonb_build_object('id', nextval(pg_get_serial_sequence('partner_history', 'id')), 'record', copied.target))).*
  from partner_history history join copied on kind = 'partner' and source = history.record and target <> source;

-- What each company's records name is that company's from the beginning: a copy says the same on every day, so nothing is earned otherwise.
create function pg_temp.copies_of(kind text, sources bigint[], company bigint) returns bigint[] language sql stable as $$
  select coalesce(array_agg(coalesce(copied.target, named.id) order by named.place), '{}') from unnest(sources) with ordinality named (id, place)
  left join copied on copied.kind = copies_of.kind and copied.source = named.id and copied.company = copies_of.company
$$;
update reward_profile set rewards = pg_temp.copies_of('reward', rewards, company) where rewards <> pg_temp.copies_of('reward', rewards, company);
update reward_profile_history history set rewards = pg_temp.copies_of('reward', history.rewards, profile.company) from reward_profile profile
  where profile.id = history.record and history.rewards <> pg_temp.copies_of('reward', history.rewards, profile.company);
update affiliate set reward_profile = copied.target from copied
  where copied.kind = 'reward_profile' and copied.source = affiliate.reward_profile and copied.company = affiliate.company and copied.target <> copied.source;
update affiliate_history history set reward_profile = copied.target from copied, affiliate
  where affiliate.id = history.record and copied.kind = 'reward_profile' and copied.source = history.reward_profile and copied.company = affiliate.company and copied.target <> copied.source;
update partner_level set parent = copied.target from copied
  where copied.kind = 'partner_level' and copied.source = partner_level.parent and copied.company = partner_level.company and copied.target <> copied.source;
update partner set partner_level = copied.target from copied
  where copied.kind = 'partner_level' and copied.source = partner.partner_level and copied.company = partner.company and copied.target <> copied.source;
update partner_history history set partner_level = copied.target from copied, partner
  where partner.id = history.record and copied.kind = 'partner_level' and copied.source = history.partner_level and copied.company = partner.company and copied.target <> copied.source;
update feed_upload set profile = copied.target from copied, brand
  where brand.id = feed_upload.brand and copied.kind = 'reward_profile' and copied.source = feed_upload.profile and copied.company = brand.company and copied.target <> copied.source;
update sub_brand set partners = pg_temp.copies_of('partner', partners, brand.company) from brand
  where brand.id = sub_brand.brand and partners <> pg_temp.copies_of('partner', partners, brand.company);
update "user" set partner = copied.target from copied
  where copied.kind = 'partner' and copied.source = "user".partner and copied.company = "user".company and copied.target <> copied.source;

-- Entries name the versions of their own company's rules; who qualified under a reward has qualified under its copy.
update entry_line line set rule_version = version.target from entry, affiliate, copied_version version
  where entry.id = line.entry and line.product <> 'partner' and affiliate.id = entry.affiliate
    and version.kind = 'reward' and version.source = line.rule_version and version.company = affiliate.company;
update entry_line line set rule_version = version.target from entry, partner, copied_version version
  where entry.id = line.entry and line.product = 'partner' and partner.id = entry.partner
    and version.kind = 'partner_level' and version.source = line.rule_version and version.company = partner.company;
update cpa_qualification qualified set reward = copied.target from affiliate, copied
  where affiliate.id = qualified.affiliate and copied.kind = 'reward' and copied.source = qualified.reward and copied.company = affiliate.company and copied.target <> copied.source;

-- Who is below a partner changes from today on, as when an affiliate is moved: what was earned until then stays with whom it was earned by.
create temp table today on commit drop as select (now() at time zone 'America/Sao_Paulo')::date as day;
create temp table moved on commit drop as select affiliate.id, copied.target as partner from affiliate join copied
  on copied.kind = 'partner' and copied.source = affiliate.partner and copied.company = affiliate.company and copied.target <> copied.source;
update affiliate set partner = moved.partner from moved where moved.id = affiliate.id;
update affiliate_history history set valid_to = today.day from moved, today where history.record = moved.id and history.valid_to is null and history.valid_from < today.day;
update affiliate_history history set partner = moved.partner from moved where history.record = moved.id and history.valid_to is null;
insert into affiliate_history overriding system value select (jsonb_populate_record(history, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('affiliate_history', 'id')), 'valid_from', today.day, 'valid_to', null, 'partner', moved.partner))).*
  from affiliate_history history join moved on moved.id = history.record, today where history.valid_to = today.day
    and not exists (select from affiliate_history present where present.record = history.record and present.valid_to is null);

create temp table reparented on commit drop as select partner.id, partner.id in (select target from copied where kind = 'partner' and target <> source) as is_copy, copied.target as parent
  from partner join copied on copied.kind = 'partner' and copied.source = partner.parent and copied.company = partner.company and copied.target <> copied.source;
update partner set parent = reparented.parent from reparented where reparented.id = partner.id;
update partner_history history set parent = copied.target from partner, copied
  where partner.id = history.record and partner.id in (select target from copied where kind = 'partner' and target <> source)
    and copied.kind = 'partner' and copied.source = history.parent and copied.company = partner.company and copied.target <> copied.source;
update partner_history history set valid_to = today.day from reparented, today
  where history.record = reparented.id and not reparented.is_copy and history.valid_to is null and history.valid_from < today.day;
update partner_history history set parent = reparented.parent from reparented where history.record = reparented.id and not reparented.is_copy and history.valid_to is null;
insert into partner_history overriding system value select (jsonb_populate_record(history, jsonb_build_object(
    'id', nextval(pg_get_serial_sequence('partner_history', 'id')), 'valid_from', today.day, 'valid_to', null, 'parent', reparented.parent))).*
  from partner_history history join reparented on reparented.id = history.record and not reparented.is_copy, today where history.valid_to = today.day
    and not exists (select from partner_history present where present.record = history.record and present.valid_to is null);
insert into partner_dirty_day (day, bucket) select today.day, 0 from today where exists (select from moved) or exists (select from reparented)
  on conflict (day, bucket) do update set changes = partner_dirty_day.changes + 1;

-- Each company has the three levels that one begins with.
do $$
declare
  owner bigint;
  number integer;
begin
  for owner in select id from company order by id loop
    for number in 1..3 loop
      continue when exists (select from partner_level where company = owner and level = number);
      with made as (
        insert into partner_level (name, company, level, parent, expression) values (
          (array['Manager', 'Promoter', 'Partner'])[number] || case when exists (
            select from partner_level where company = owner and name = (array['Manager', 'Promoter', 'Partner'])[number]) then ' ' || number else '' end,
          owner, number, (select min(id) from partner_level where company = owner and level = number - 1), '(ngr - affiliate_reward - abatment) * percentage')
        returning id, expression)
      insert into partner_level_history (record, valid_from, expression) select id, '-infinity', expression from made;
    end loop;
  end loop;
end $$;
