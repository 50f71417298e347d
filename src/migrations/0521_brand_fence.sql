-- What each brand carries where a profile reckons brands by themselves (docs/decisions/deals.md). What they come to together stands in
-- carried_balance, for the ledger.
create table carried_brand_balance (
  affiliate bigint not null,
  currency text not null,
  brand bigint not null,
  period_start date not null,
  balances jsonb not null,
  state jsonb,
  primary key (affiliate, currency, period_start, brand)
);

create function sum_brand_balances() returns trigger language plpgsql as $$
begin
  insert into carried_balance (affiliate, currency, period_start, balances)
    select affiliate, currency, period_start, jsonb_build_object('bets', sum((balances ->> 'bets')::numeric)::text,
      'games', sum((balances ->> 'games')::numeric)::text, 'lotto', sum((balances ->> 'lotto')::numeric)::text)
    from carried_brand_balance
    where (affiliate, currency, period_start) in (select affiliate, currency, period_start from touched)
    group by affiliate, currency, period_start
    on conflict (affiliate, currency, period_start) do update set balances = excluded.balances, state = null;
  return null;
end $$;
create trigger carried_brand_balance_added after insert on carried_brand_balance
  referencing new table as touched for each statement execute function sum_brand_balances();
create trigger carried_brand_balance_changed after update on carried_brand_balance
  referencing new table as touched for each statement execute function sum_brand_balances();
