-- Dated exchange rates: one unit of the one currency in the other, from a day on until the next one (docs/decisions/currency.md).
create table rate (
  from_currency text not null,
  to_currency text not null check (to_currency <> from_currency),
  day date not null,
  rate numeric(20, 10) not null check (rate > 0),
  source text not null,
  primary key (from_currency, to_currency, day)
);
