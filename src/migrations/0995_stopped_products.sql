-- A stop may be of one product: the others of the entry are paid. Empty: the whole entry.
alter table close_problem add column product text not null default ''
  check (product in ('', 'bets', 'games', 'lotto', 'cpa')),
  drop constraint close_problem_pkey, add primary key (day, owner_kind, owner, currency, product);
