-- What affiliates are told of a changed deal: their last month by the deal before and by the new one.

-- Every deal that somebody has, or was told of, with all that it says. Many affiliates have the same.
create table deal_content (
  hash text primary key,
  content jsonb not null
);
-- The deal that each affiliate had when it was looked at last: what is another one since was changed.
create table told_deal (
  affiliate bigint primary key references affiliate (id) on delete cascade,
  hash text not null references deal_content (hash)
);
-- Up to when changes of rules were looked through; empty before the first time, which tells nobody.
create table deal_watch (
  only_row boolean primary key default true check (only_row),
  read_until timestamptz
);
insert into deal_watch default values;

-- Who else of the affiliate's people is mailed the same; empty: the affiliate itself, and its pages.
alter table affiliate_notice add column person bigint references affiliate_user (id) on delete cascade;
create index affiliate_notice_person on affiliate_notice (person) where person is not null;

ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_signals_holds", ADD CONSTRAINT "signal_target_signals_holds" CHECK ("signals" <@ ARRAY['registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged', 'application', 'riskRaised', 'dealChanged']::text[]) NOT VALID;
COMMENT ON CONSTRAINT "signal_target_signals_holds" ON "signal_target" IS 'CHECK ("signals" <@ ARRAY[''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'', ''application'', ''riskRaised'', ''dealChanged'']::text[])';
ALTER TABLE "signal_target" VALIDATE CONSTRAINT "signal_target_signals_holds";
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_signal_holds", ADD CONSTRAINT "signal_delivery_signal_holds" CHECK ("signal" IN ('registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged', 'application', 'riskRaised', 'dealChanged')) NOT VALID;
COMMENT ON CONSTRAINT "signal_delivery_signal_holds" ON "signal_delivery" IS 'CHECK ("signal" IN (''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'', ''application'', ''riskRaised'', ''dealChanged''))';
ALTER TABLE "signal_delivery" VALIDATE CONSTRAINT "signal_delivery_signal_holds";
