-- Made by `npm run migration` from the configuration.

ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_signals_holds", ADD CONSTRAINT "signal_target_signals_holds" CHECK ("signals" <@ ARRAY['registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged', 'application', 'riskRaised', 'dealChanged', 'dailyDigest', 'weeklyDigest']::text[]) NOT VALID;
COMMENT ON CONSTRAINT "signal_target_signals_holds" ON "signal_target" IS 'CHECK ("signals" <@ ARRAY[''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'', ''application'', ''riskRaised'', ''dealChanged'', ''dailyDigest'', ''weeklyDigest'']::text[])';
ALTER TABLE "signal_target" VALIDATE CONSTRAINT "signal_target_signals_holds";
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_signal_holds", ADD CONSTRAINT "signal_delivery_signal_holds" CHECK ("signal" IN ('registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged', 'application', 'riskRaised', 'dealChanged', 'dailyDigest', 'weeklyDigest')) NOT VALID;
COMMENT ON CONSTRAINT "signal_delivery_signal_holds" ON "signal_delivery" IS 'CHECK ("signal" IN (''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'', ''application'', ''riskRaised'', ''dealChanged'', ''dailyDigest'', ''weeklyDigest''))';
ALTER TABLE "signal_delivery" VALIDATE CONSTRAINT "signal_delivery_signal_holds";

-- Digests go to targets of webhooks as well: one subscription each.
alter table digest_subscription add column target bigint unique references signal_target (id) on delete cascade;
alter table digest_subscription drop constraint digest_subscription_check;
alter table digest_subscription add constraint digest_subscription_check
  check (num_nonnulls(user_id, affiliate_user, target) = 1);
