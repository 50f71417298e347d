-- The ledger: every cent of entries, payments, returns and what is carried, twice (docs/decisions/ledger.md). Nothing writes postings by hand: what entries, payments and balances say is to be
-- posted (view ledger_wanted), and the difference to what is posted already is added at the end of each transaction that touched them.
create table posting (
  id bigint generated always as identity primary key,
  -- When it was written; the day is that of the entry or payment.
  at timestamptz not null default now(),
  day date not null,
  company bigint,
  affiliate bigint,
  partner bigint,
  currency text not null,
  account text not null check (account in ('payable', 'cost', 'advanced', 'transit', 'cash', 'withheld', 'carried', 'carriedAgainst')),
  brand bigint,
  -- Debit above zero, credit below.
  amount numeric(18, 2) not null check (amount <> 0),
  -- What it follows from; neither for what is carried.
  entry bigint,
  payment bigint,
  check (num_nonnulls(entry, payment) <= 1)
);
create index posting_entry on posting (entry) where entry is not null;
create index posting_payment on posting (payment) where payment is not null;
create index posting_affiliate on posting (affiliate, day) where affiliate is not null;
create index posting_partner on posting (partner, day) where partner is not null;
create index posting_day on posting (company, day);

-- What balances within what it follows from balances in every sum of it.
create function refuse_unbalanced_postings() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select entry, payment, day, sum(amount) as difference into wrong from added
    group by entry, payment, affiliate, partner, currency, day having sum(amount) <> 0 limit 1;
  if found then
    raise exception 'Postings of entry % or payment % on % are out of balance by %', wrong.entry, wrong.payment, wrong.day, wrong.difference using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger posting_balances after insert on posting referencing new table as added for each statement execute function refuse_unbalanced_postings();
create function refuse_posting_change() returns trigger language plpgsql as $$
begin
  raise exception 'What is posted stays; a correction is another posting' using errcode = 'restrict_violation';
end $$;
create trigger posting_is_final before update or delete or truncate on posting for each statement execute function refuse_posting_change();

-- Days of payments are days of the business, by the zone that the data belong to.
create function ledger_day(moment timestamptz) returns date language sql stable as $$
  select (moment at time zone coalesce((select value from secret where name = 'business_time_zone'), 'UTC'))::date
$$;

create view ledger_wanted as
  with due as not materialized (
    select entry.id, entry.affiliate, entry.partner, entry.currency, entry.day, entry.value,
      case when entry.kind = 'advance' or made.reason = 'advance_taken_back' then 'advanced' when made.reason = 'payment_returned' then 'cash' else 'cost' end as against
    from entry left join entry_adjustment made on made.entry = entry.id
    where entry.status in ('pending', 'complete') and entry.value <> 0
  ), carried as not materialized (
    select affiliate, currency, period_start as day, total - lag(total, 1, 0::numeric) over (partition by affiliate, currency order by period_start) as more
    from (select affiliate, currency, period_start, (select round(coalesce(sum(value::numeric), 0), 2) from jsonb_each_text(balances)) as total from carried_balance) kept
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
          ledger_day(case when state in ('sent', 'unknown') then updated_at else created_at end)) as sent_on,
        case when method = 'manual' and date_trunc('day', paid_at at time zone 'UTC') = paid_at at time zone 'UTC' then (paid_at at time zone 'UTC')::date else ledger_day(paid_at) end as paid_on,
        method = 'automatic' and state in ('sent', 'unknown', 'settled', 'returned', 'rejected') as was_sent,
        state in ('settled', 'returned') and paid_at is not null as was_paid
    ) known cross join lateral (values
      (was_sent, sent_on, 'transit', value),
      (was_sent, sent_on, 'cash', -value),
      (state = 'rejected' and was_sent, ledger_day(updated_at), 'transit', -value),
      (state = 'rejected' and was_sent, ledger_day(updated_at), 'cash', value),
      (was_paid, paid_on, 'payable', value),
      (was_paid, paid_on, case method when 'automatic' then 'transit' else 'cash' end, -value)
    ) leg (is_due, day, account, amount)
    where leg.is_due and payment.value <> 0 and num_nonnulls(payment.affiliate, payment.partner) = 1
  union all
  -- What an owner has still to make up for before it earns again: told beside, because nobody owes it.
  select null, null, affiliate, null, currency, day, leg.account, null, leg.amount
    from carried cross join lateral (values ('carried', -more), ('carriedAgainst', more)) leg (account, amount) where more <> 0;

-- What a transaction touched; empty between transactions.
create table posting_due (
  id bigint generated always as identity primary key,
  entries bigint[] not null default '{}',
  payments bigint[] not null default '{}',
  affiliates bigint[] not null default '{}'
);

create function write_postings() returns trigger language plpgsql as $$
declare
  due_entries bigint[];
  due_payments bigint[];
  due_affiliates bigint[];
begin
  -- All of the transaction at once: its other rows find nothing left to do.
  with due as (delete from posting_due returning entries, payments, affiliates)
    select array(select distinct unnest(entries) from due), array(select distinct unnest(payments) from due), array(select distinct unnest(affiliates) from due)
    into due_entries, due_payments, due_affiliates;
  if cardinality(due_entries) + cardinality(due_payments) + cardinality(due_affiliates) = 0 then return null; end if;
  insert into posting (day, company, affiliate, partner, currency, account, brand, amount, entry, payment)
    select leg.day, coalesce(affiliate.company, partner.company), leg.affiliate, leg.partner, leg.currency, leg.account, leg.brand, leg.amount, leg.entry, leg.payment
    from (
      select entry, payment, affiliate, partner, currency, day, account, brand, sum(amount) as amount
      from (
        select * from ledger_wanted where entry = any(due_entries)
        union all select * from ledger_wanted where payment = any(due_payments)
        union all select * from ledger_wanted where entry is null and payment is null and affiliate = any(due_affiliates)
        union all select entry, payment, affiliate, partner, currency, day, account, brand, -amount from posting where entry = any(due_entries)
        union all select entry, payment, affiliate, partner, currency, day, account, brand, -amount from posting where payment = any(due_payments)
        union all select entry, payment, affiliate, partner, currency, day, account, brand, -amount from posting
          where entry is null and payment is null and affiliate = any(due_affiliates)
      ) both_sides group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(amount) <> 0
    ) leg left join affiliate on affiliate.id = leg.affiliate left join partner on partner.id = leg.partner
    order by leg.entry, leg.payment, leg.account;
  return null;
end $$;
create constraint trigger posting_due_is_written after insert on posting_due deferrable initially deferred for each row execute function write_postings();

-- Notes what a statement touched. The table's name says how its rows name what they belong to.
create function note_posting_due() returns trigger language plpgsql as $$
declare
  ids bigint[];
begin
  if tg_table_name in ('entry', 'payment') then select array_agg(id) into ids from touched;
  elsif tg_table_name = 'carried_balance' then select array_agg(distinct affiliate) into ids from touched;
  else select array_agg(distinct entry) into ids from touched; end if;
  if ids is null then return null; end if;
  if tg_table_name = 'payment' then insert into posting_due (payments) values (ids);
  elsif tg_table_name = 'carried_balance' then insert into posting_due (affiliates) values (ids);
  else insert into posting_due (entries) values (ids); end if;
  return null;
end $$;
do $$
declare
  source text;
begin
  foreach source in array array['entry', 'entry_part', 'entry_adjustment', 'payment', 'carried_balance'] loop
    execute format('create trigger %I after insert on %I referencing new table as touched for each statement execute function note_posting_due()', source || '_added_to_ledger', source);
    execute format('create trigger %I after update on %I referencing new table as touched for each statement execute function note_posting_due()', source || '_changed_in_ledger', source);
    execute format('create trigger %I after delete on %I referencing old table as touched for each statement execute function note_posting_due()', source || '_removed_from_ledger', source);
  end loop;
end $$;

-- What stands already.
insert into posting (day, company, affiliate, partner, currency, account, brand, amount, entry, payment)
  select leg.day, coalesce(affiliate.company, partner.company), leg.affiliate, leg.partner, leg.currency, leg.account, leg.brand, sum(leg.amount), leg.entry, leg.payment
  from ledger_wanted leg left join affiliate on affiliate.id = leg.affiliate left join partner on partner.id = leg.partner
  group by 1, 2, 3, 4, 5, 6, 7, 9, 10 having sum(leg.amount) <> 0 order by leg.day, leg.entry, leg.payment, leg.account;
