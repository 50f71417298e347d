-- Every amount has one currency: a brand's activity is booked in the brand's, and entries, payments and what is carried are kept apart by it (docs/decisions/currency.md).

update brand set currency = coalesce((
  select event.currency from event where event.brand = brand.id and event.currency in ('BRL', 'USD', 'EUR', 'GBP') group by 1 order by count(*) desc, 1 limit 1), 'BRL')
where currency is null;

-- What the figures of a rule (tiers, values, thresholds) are in: that of its company's first brand where nobody says another.
alter table reward add column currency text;
alter table reward_history add column currency text;
alter table partner_level add column currency text;
alter table partner_level_history add column currency text;

-- An entry is in the currency of the brands that make it up; where those have several, in that of the largest part: the next close of the day makes one entry a currency of it.
alter table entry add column currency text;
alter table entry disable trigger entry_complete_is_final;
update entry set currency = coalesce((
  select brand.currency from entry_part part join brand on brand.id = part.brand where part.entry = entry.id group by 1 order by sum(abs(part.value)) desc, 1 limit 1), (
  select brand.currency from affiliate join brand on brand.id = any(affiliate.brands) where affiliate.id = entry.affiliate group by 1 order by count(*) desc, 1 limit 1), (
  select brand.currency from brand group by 1 order by count(*) desc, 1 limit 1), 'BRL');
alter table entry enable trigger entry_complete_is_final;
alter table entry add constraint entry_has_currency check (currency is not null);
drop index entry_commission_affiliate, entry_commission_partner;
create unique index entry_commission_affiliate on entry (day, affiliate, currency) where kind = 'commission' and affiliate is not null;
create unique index entry_commission_partner on entry (day, partner, currency) where kind = 'commission' and partner is not null;

-- A payment is in the currency of its entries. One under way an owner and currency.
alter table payment add column currency text;
update payment set currency = coalesce((select transfer.currency from payment_transfer transfer where transfer.payment = payment.id), (
  select entry.currency from payment_entry held join entry on entry.id = held.entry where held.payment = payment.id group by 1 order by count(*) desc, 1 limit 1), (
  select brand.currency from brand group by 1 order by count(*) desc, 1 limit 1), 'BRL');
alter table payment add constraint payment_has_currency check (currency is not null);
drop index payment_open_affiliate, payment_open_partner;
create unique index payment_open_affiliate on payment (affiliate, currency) where affiliate is not null and method = 'automatic' and state in ('created', 'sent', 'unknown');
create unique index payment_open_partner on payment (partner, currency) where partner is not null and method = 'automatic' and state in ('created', 'sent', 'unknown');

-- A payment holds entries of its own currency alone, whoever writes it.
create function refuse_other_currency() returns trigger language plpgsql as $$
begin
  if new.holds and exists (select from payment join entry on entry.id = new.entry where payment.id = new.payment and payment.currency <> entry.currency) then
    raise exception 'Entry % is in another currency than payment %', new.entry, new.payment using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_entry_currency before insert or update on payment_entry for each row execute function refuse_other_currency();

-- What is carried and what partners earned, by currency. What came of several is forgotten (balances) or follows the entries; both are made again from movement.
alter table carried_balance add column currency text not null default 'BRL';
update carried_balance set currency = coalesce((
  select min(brand.currency) from affiliate join brand on brand.id = any(affiliate.brands) where affiliate.id = carried_balance.affiliate having count(distinct brand.currency) = 1), '');
delete from carried_balance where currency = '';
alter table carried_balance alter column currency drop default, drop constraint carried_balance_pkey, add primary key (affiliate, currency, period_start);

alter table partner_commission add column currency text not null default 'BRL';
update partner_commission set currency = coalesce((
  select brand.currency from partner_commission_part part join brand on brand.id = part.brand where part.day = partner_commission.day and part.partner = partner_commission.partner
  group by 1 order by sum(abs(part.value)) desc, 1 limit 1), (select brand.currency from brand group by 1 order by count(*) desc, 1 limit 1), 'BRL');
alter table partner_commission alter column currency drop default, drop constraint partner_commission_pkey, add primary key (day, partner, currency);

alter table close_problem add column currency text not null default 'BRL', drop constraint close_problem_pkey, add primary key (day, owner_kind, owner, currency);

-- Which brands are reckoned together, by ids alone, and of which currency the parts of a partner's day are: asked by readers who do not see all of them (docs/decisions/row-level-security.md).
create view currency_book as select coalesce(currency, 'BRL') as currency, array_agg(id order by id) as brands from brand group by 1;
create or replace view whose_partner_day as
  select part.day, part.partner, part.brand, coalesce(brand.currency, 'BRL') as currency from partner_commission_part part join brand on brand.id = part.brand;
