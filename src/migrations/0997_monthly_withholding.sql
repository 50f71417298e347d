-- What payments count for in the month of their payee (docs/decisions/withholding.md): taxes are withheld of all payments of a month together.
create table payment_taxed (
  payment bigint primary key references payment (id) on delete cascade,
  company bigint not null references company (id) on delete cascade,
  -- Kind and number of the document: owners of one document are one payee.
  payee text not null,
  currency text not null,
  gross numeric(18, 2) not null,
  -- By whose tables it is taxed, and in whose month it counts.
  day date not null,
  -- The first of the month in whose report it stands; of the month in whose report it is given back.
  month date not null,
  voided date
);
create index payment_taxed_month on payment_taxed (company, payee, currency, day);
create index payment_taxed_report on payment_taxed (company, month);
create index payment_taxed_voided on payment_taxed (company, voided) where voided is not null;

-- What of the month was withheld before this payment; its value is what the month comes to with it, less this.
alter table payment_withheld add column before numeric(18, 2) not null default 0;

insert into payment_taxed (payment, company, payee, currency, gross, day, month, voided)
  select known.id, known.company, known.payee, known.currency, known.value, known.day, date_trunc('month', known.day)::date,
      case when known.state in ('rejected', 'returned') then date_trunc('month', coalesce((select min(ledger_day(returned.at)) from payment_return returned where returned.payment = known.id), ledger_day(known.updated_at)))::date end
    from (select payment.*, owner.company, owner.document_type || ' ' || coalesce(nullif(upper(regexp_replace(owner.document, '[^0-9A-Za-z]', '', 'g')), ''), owner.kind || '-' || owner.id) as payee,
        case when method = 'manual' and date_trunc('day', paid_at at time zone 'UTC') = paid_at at time zone 'UTC' then (paid_at at time zone 'UTC')::date
          when method = 'manual' and paid_at is not null then ledger_day(paid_at) else ledger_day(payment.created_at) end as day
      from payment join (select 'affiliate' as kind, id, company, document_type, coalesce(document, case document_type when 'cpf' then cpf end) as document from affiliate
          union all select 'partner', id, company, document_type, document from partner) owner
        on (owner.kind = 'affiliate' and owner.id = payment.affiliate) or (owner.kind = 'partner' and owner.id = payment.partner)
      where owner.document_type in ('cpf', 'cnpj') and owner.company is not null) known;
