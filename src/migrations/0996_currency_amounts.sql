-- What the amounts of a reward are in other currencies than its own (docs/decisions/currency.md).
alter table reward add column currency_amounts jsonb not null default '[]';
alter table reward_history add column currency_amounts jsonb not null default '[]';
