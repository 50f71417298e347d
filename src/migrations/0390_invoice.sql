-- The number of an invoice (NFS-e) that a payment asks for (docs/decisions/withholding.md). Entered for the next payment of an owner and
-- currency; taken by the payment that is made then, and free again where that one is withdrawn, refused or comes back.
create table invoice (
  id bigint generated always as identity primary key,
  owner_kind text not null check (owner_kind in ('affiliate', 'partner')),
  owner bigint not null,
  currency text not null,
  number text not null check (number <> ''),
  payment bigint unique references payment (id) on delete cascade,
  entered_at timestamptz not null,
  entered_by text not null,
  unique (owner_kind, owner, number)
);
-- One at a time waits for the next payment.
create unique index invoice_waits_once on invoice (owner_kind, owner, currency) where payment is null;

-- The number that a payment was made with stays with it, whatever becomes of it.
ALTER TABLE "payment" ADD COLUMN IF NOT EXISTS "invoice" text;

-- Whose payments ask for one.
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "invoice_required" text DEFAULT 'never'::text;
ALTER TABLE "company" ALTER COLUMN "invoice_required" DROP DEFAULT;
