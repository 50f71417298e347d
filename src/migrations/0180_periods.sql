-- Periods of a company: days whose amounts one person checks and another locks (docs/decisions/periods.md).

CREATE TABLE IF NOT EXISTS "period" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "company" bigint,
  "from" date,
  "to" date,
  "state" text,
  "checked_by" text,
  "checked_at" timestamp with time zone,
  "locked_by" text,
  "locked_at" timestamp with time zone,
  "reopen_reason" text
);
CREATE INDEX IF NOT EXISTS "period_company_index" ON "period" ("company");
CREATE INDEX IF NOT EXISTS "period_from_index" ON "period" ("from");
CREATE INDEX IF NOT EXISTS "period_to_index" ON "period" ("to");

-- What is in company already gets 'month'::text in calendar.
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "calendar" text DEFAULT 'month'::text;
ALTER TABLE "company" ALTER COLUMN "calendar" DROP DEFAULT;

-- A day is in one period of a company, whoever writes; a new one is open.
alter table period add constraint period_is_whole check (company is not null and "from" <= "to" and state is not null and state in ('open', 'checked', 'locked'));
create function refuse_overlapping_period() returns trigger language plpgsql as $$
begin
  new.state := coalesce(new.state, 'open');
  perform pg_advisory_xact_lock(hashtext('period of a company'), new.company::integer);
  if exists (select from period other where other.company = new.company and other.id <> new.id and other."from" <= new."to" and other."to" >= new."from") then
    raise exception 'Company % has a period of these days already', new.company using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
create trigger period_overlaps before insert or update of company, "from", "to" on period for each row execute function refuse_overlapping_period();

-- Who checked and who locked, by id, what they accepted, and the totals both signed. Names stand in the period.
create table period_signature (
  period bigint primary key references period (id) on delete cascade,
  checked_by bigint,
  locked_by bigint,
  accepted text[] not null default '{}',
  totals jsonb not null,
  digest text not null
);

-- What was due for the days of a locked period stays as it was: the difference is an entry of a later day. An entry of 0.00 may be added, on which such differences hang.
create function refuse_entry_of_locked_period() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  if not exists (select from period where state = 'locked') then return null; end if;
  if tg_op = 'INSERT' then
    select entry.id into wrong from added entry left join affiliate on affiliate.id = entry.affiliate left join partner on partner.id = entry.partner
      join period on period.company = coalesce(affiliate.company, partner.company) and period.state = 'locked' and entry.day between period."from" and period."to"
      where entry.value <> 0 limit 1;
  elsif tg_op = 'DELETE' then
    select entry.id into wrong from gone entry left join affiliate on affiliate.id = entry.affiliate left join partner on partner.id = entry.partner
      join period on period.company = coalesce(affiliate.company, partner.company) and period.state = 'locked' and entry.day between period."from" and period."to"
      where entry.value <> 0 limit 1;
  else
    select entry.id into wrong from gone entry join added later on later.id = entry.id
      left join affiliate on affiliate.id = entry.affiliate left join partner on partner.id = entry.partner
      join period on period.company = coalesce(affiliate.company, partner.company) and period.state = 'locked'
        and (entry.day between period."from" and period."to" or later.day between period."from" and period."to")
      where (entry.day, entry.value, entry.currency, entry.kind, entry.affiliate, entry.partner) is distinct from (later.day, later.value, later.currency, later.kind, later.affiliate, later.partner)
        or (entry.status = 'awaiting_approval' and later.status = 'pending') limit 1;
  end if;
  if wrong is not null then
    raise exception 'Entry % is of a locked period', wrong using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger entry_added_to_locked_period after insert on entry referencing new table as added for each statement execute function refuse_entry_of_locked_period();
create trigger entry_of_locked_period_changed after update on entry referencing old table as gone new table as added for each statement execute function refuse_entry_of_locked_period();
create trigger entry_of_locked_period_removed after delete on entry referencing old table as gone for each statement execute function refuse_entry_of_locked_period();

-- Asked by each write of entries.
create index period_locked on period (company, "from", "to") where state = 'locked';
