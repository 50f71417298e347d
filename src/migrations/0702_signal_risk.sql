-- Made by `npm run migration` from the configuration.

ALTER TABLE "signal_target" DROP CONSTRAINT IF EXISTS "signal_target_signals_holds", ADD CONSTRAINT "signal_target_signals_holds" CHECK ("signals" <@ ARRAY['registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged', 'riskRaised']::text[]) NOT VALID;
COMMENT ON CONSTRAINT "signal_target_signals_holds" ON "signal_target" IS 'CHECK ("signals" <@ ARRAY[''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'', ''riskRaised'']::text[])';
ALTER TABLE "signal_target" VALIDATE CONSTRAINT "signal_target_signals_holds";
ALTER TABLE "signal_delivery" DROP CONSTRAINT IF EXISTS "signal_delivery_signal_holds", ADD CONSTRAINT "signal_delivery_signal_holds" CHECK ("signal" IN ('registration', 'firstDeposit', 'cpaQualified', 'entryChanged', 'periodLocked', 'statementReady', 'paymentSent', 'paymentFailed', 'keyChanged', 'riskRaised')) NOT VALID;
COMMENT ON CONSTRAINT "signal_delivery_signal_holds" ON "signal_delivery" IS 'CHECK ("signal" IN (''registration'', ''firstDeposit'', ''cpaQualified'', ''entryChanged'', ''periodLocked'', ''statementReady'', ''paymentSent'', ''paymentFailed'', ''keyChanged'', ''riskRaised''))';
ALTER TABLE "signal_delivery" VALIDATE CONSTRAINT "signal_delivery_signal_holds";
