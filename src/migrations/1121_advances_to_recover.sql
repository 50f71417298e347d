-- An advance stays in its account until it is recovered: what takes it back is owed by its owner at once, which a counterpart balances until a payment is net of it.
alter table posting drop constraint posting_account_check;
alter table posting add constraint posting_account_check
  check (account in ('payable', 'cost', 'advanced', 'advancedAgainst', 'transit', 'cash', 'withheld', 'carried', 'carriedAgainst'));

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
          ledger_day(case when state in ('sent', 'unknown') then updated_at else created_at end)) as sent_on,
        case when method = 'manual' and date_trunc('day', paid_at at time zone 'UTC') = paid_at at time zone 'UTC' then (paid_at at time zone 'UTC')::date else ledger_day(paid_at) end as paid_on,
        method = 'automatic' and state in ('sent', 'unknown', 'settled', 'returned', 'rejected') as was_sent,
        state in ('settled', 'returned') and paid_at is not null as was_paid,
        coalesce((select sum(kept.value) from payment_withheld kept where kept.payment = payment.id), 0) as tax,
        coalesce((select -sum(entry.value) from payment_entry paid join entry on entry.id = paid.entry join entry_adjustment made on made.entry = entry.id
          where paid.payment = payment.id and made.reason = 'advance_taken_back'), 0) as recovered
    ) known cross join lateral (values
      (was_sent, sent_on, 'transit', value - tax),
      (was_sent, sent_on, 'cash', tax - value),
      (state = 'rejected' and was_sent, ledger_day(updated_at), 'transit', tax - value),
      (state = 'rejected' and was_sent, ledger_day(updated_at), 'cash', value - tax),
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

-- What stands already is posted anew as the transaction ends.
insert into posting_due (entries, payments)
  select array_agg(distinct made.entry), coalesce(array_agg(distinct paid.payment) filter (where paid.payment is not null), '{}')
    from entry_adjustment made left join payment_entry paid on paid.entry = made.entry
    where made.reason = 'advance_taken_back' having count(*) > 0;
