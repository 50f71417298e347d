-- Signs of fraud by partners and players as well, and what a company says of a rule (docs/decisions/risk.md).
alter table risk_finding alter column affiliate drop not null, add column partner bigint, add column player bigint;
alter table risk_finding add constraint risk_finding_of_one check (num_nonnulls(affiliate, partner, player) = 1);
create unique index risk_finding_once_of_partner on risk_finding (rule, partner) where state = 'open' and partner is not null;
create unique index risk_finding_once_of_player on risk_finding (rule, player) where state = 'open' and player is not null;

alter table risk_exemption alter column affiliate drop not null, add column partner bigint;
alter table risk_exemption add constraint risk_exemption_of_one check (num_nonnulls(affiliate, partner) = 1);
create unique index risk_exemption_of_partner on risk_exemption (partner, rule) where partner is not null;

-- A company leaves a rule out, or has limits of its own: one for each condition, null where the declared one holds.
create table risk_company (
  company bigint not null,
  rule text collate "C" not null,
  is_off boolean not null default false,
  limits numeric[] not null default '{}',
  reason text not null,
  changed_at timestamptz not null,
  changed_by text not null,
  primary key (company, rule)
);
