-- Whose a payment key is: what a gateway was asked for names the receiver's document, and whether the owner is still the
-- one that was checked can be told.
alter table payment_transfer
  add column receiver_document text,
  add column receiver_document_type text,
  add column payee text;

-- What happens where the gateway cannot say whose a key is.
ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "unchecked_keys" text DEFAULT 'pay'::text;
ALTER TABLE "company" ALTER COLUMN "unchecked_keys" DROP DEFAULT;
