-- The clock by which a company's days begin (docs/decisions/0014-periods-and-corrections.md); where a company names none, the installation's.
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "time_zone" text;
ALTER TABLE "company" DROP CONSTRAINT IF EXISTS "company_time_zone_holds", ADD CONSTRAINT "company_time_zone_holds" CHECK (char_length("time_zone") <= 60);
COMMENT ON CONSTRAINT "company_time_zone_holds" ON "company" IS 'CHECK (char_length("time_zone") <= 60)';

-- By which clock its days were until it took another: what happened before keeps its day.
create table company_zone_before (
  company bigint not null references company (id) on delete cascade,
  until timestamptz not null,
  zone text,
  primary key (company, until)
);
create function note_company_zone() returns trigger language plpgsql security definer as $$
begin
  insert into company_zone_before (company, until, zone) values (old.id, new.updated_at, old.time_zone) on conflict do nothing;
  return null;
end $$;
create trigger company_zone_changes after update of time_zone on company for each row
  when (old.time_zone is distinct from new.time_zone) execute function note_company_zone();

-- The one function that says on which day of a company a moment lies.
create function company_day(of_company bigint, moment timestamptz) returns date language plpgsql stable security definer as $$
declare
  own text;
begin
  select case when past.company is null then company.time_zone else past.zone end into own
    from company left join lateral (select earlier.company, earlier.zone from company_zone_before earlier
        where earlier.company = company.id and earlier.until > moment order by earlier.until limit 1) past on true
    where company.id = of_company;
  return (moment at time zone coalesce(own, (select value from secret where name = 'business_time_zone'), 'UTC'))::date;
end $$;

-- The same of whom is paid: an affiliate or a partner.
create function payee_day(of_affiliate bigint, of_partner bigint, moment timestamptz) returns date language sql stable as $$
  select company_day(coalesce((select company from affiliate where id = of_affiliate), (select company from partner where id = of_partner)), moment)
$$;
do $$ declare
  name text;
begin
  foreach name in array array['note_company_zone()', 'company_day(bigint, timestamptz)'] loop
    execute format('alter function %s set search_path = %I, pg_temp', name, current_schema());
  end loop;
end $$;
revoke execute on function note_company_zone() from public;

-- The ledger dates payments by the clock of their payee's company.
create or replace view ledger_wanted as
  with due as not materialized (
    select entry.id, entry.affiliate, entry.partner, entry.currency, entry.day, entry.value,
      case when entry.kind = 'advance' then 'advanced' when made.reason = 'advance_taken_back' then 'advancedAgainst' when made.reason = 'payment_returned' then 'cash' else 'cost' end as against
    from entry left join entry_adjustment made on made.entry = entry.id
    where entry.status in ('pending', 'complete') and entry.value <> 0
  ), carried as not materialized (
    select affiliate, currency, period_start as day, total - lag(total, 1, 0::numeric) over (partition by affiliate, currency order by period_start) as more
    from (select affiliate, currency, period_start, (select round(coalesce(sum(value::numeric), 0), currency_places(currency)) from jsonb_each_text(balances)) as total from carried_balance) kept
  )
  select id as entry, null::bigint as payment, affiliate, partner, currency, day, 'payable' as account, null::bigint as brand, -value as amount from due
  union all
  select id, null, affiliate, partner, currency, day, against, null, value from due where against <> 'cost'
  union all
  -- What it cost each brand; what no brand makes up is nobody's.
  select due.id, null, affiliate, partner, currency, day, 'cost', part.brand, part.value
    from due join entry_part part on part.entry = due.id where against = 'cost' and part.value <> 0
  union all
  select due.id, null, affiliate, partner, currency, day, 'cost', null, due.value - coalesce((select sum(part.value) from entry_part part where part.entry = due.id), 0)
    from due where against = 'cost'
  union all
  -- What was sent is on its way until it is settled or refused. What came back is an entry.
  select null, payment.id, payment.affiliate, payment.partner, payment.currency, leg.day, leg.account, null, leg.amount
    from payment cross join lateral (
      select coalesce((select min(posting.day) from posting where posting.payment = payment.id and posting.account = 'transit'),
          payee_day(payment.affiliate, payment.partner, case when state in ('sent', 'unknown') then updated_at else created_at end)) as sent_on,
        case when method = 'manual' and date_trunc('day', paid_at at time zone 'UTC') = paid_at at time zone 'UTC' then (paid_at at time zone 'UTC')::date else payee_day(payment.affiliate, payment.partner, paid_at) end as paid_on,
        method = 'automatic' and state in ('sent', 'unknown', 'settled', 'returned', 'rejected') as was_sent,
        state in ('settled', 'returned') and paid_at is not null as was_paid,
        coalesce((select sum(kept.value) from payment_withheld kept where kept.payment = payment.id), 0) as tax,
        coalesce((select -sum(entry.value) from payment_entry paid join entry on entry.id = paid.entry join entry_adjustment made on made.entry = entry.id
          where paid.payment = payment.id and made.reason = 'advance_taken_back'), 0) as recovered
    ) known cross join lateral (values
      (was_sent, sent_on, 'transit', value - tax),
      (was_sent, sent_on, 'cash', tax - value),
      (state = 'rejected' and was_sent, payee_day(payment.affiliate, payment.partner, updated_at), 'transit', tax - value),
      (state = 'rejected' and was_sent, payee_day(payment.affiliate, payment.partner, updated_at), 'cash', value - tax),
      (was_paid, paid_on, 'payable', value),
      (was_paid, paid_on, case method when 'automatic' then 'transit' else 'cash' end, tax - value),
      (was_paid, paid_on, 'withheld', -tax),
      -- What was set against this payment is recovered.
      (was_paid, paid_on, 'advancedAgainst', recovered),
      (was_paid, paid_on, 'advanced', -recovered),
      (was_paid and state = 'returned', paid_on, 'withheld', tax),
      (was_paid and state = 'returned', paid_on, 'cash', -tax)
    ) leg (is_due, day, account, amount)
    where leg.is_due and payment.value <> 0 and leg.amount <> 0 and num_nonnulls(payment.affiliate, payment.partner) = 1
  union all
  -- What an owner has still to make up for before it earns again: told beside, because nobody owes it.
  select null, null, affiliate, null, currency, day, leg.account, null, leg.amount
    from carried cross join lateral (values ('carried', -more), ('carriedAgainst', more)) leg (account, amount) where more <> 0;
