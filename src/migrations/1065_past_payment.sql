-- Made by `npm run migration` from the configuration.

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "moved_in_on" date;
CREATE INDEX IF NOT EXISTS "company_moved_in_on_index" ON "company" ("moved_in_on");
CREATE TABLE IF NOT EXISTS "past_payment" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "affiliate" bigint NOT NULL,
  "paid_on" date NOT NULL,
  "value" numeric(18,2) NOT NULL,
  "withheld" numeric(18,2),
  "net" numeric(18,2),
  "currency" text NOT NULL,
  "state" text NOT NULL,
  "method" text,
  "reference" text
);
CREATE INDEX IF NOT EXISTS "past_payment_affiliate_index" ON "past_payment" ("affiliate");
CREATE INDEX IF NOT EXISTS "past_payment_paid_on_index" ON "past_payment" ("paid_on");
DO $$ BEGIN IF EXISTS (SELECT FROM pg_opclass WHERE opcname = 'gin_trgm_ops' AND pg_opclass_is_visible(oid)) AND to_regproc('searchable_text') IS NOT NULL THEN CREATE INDEX IF NOT EXISTS "past_payment_reference_search" ON "past_payment" USING gin (searchable_text("reference") gin_trgm_ops); END IF; END $$;
ALTER TABLE "past_payment" DROP CONSTRAINT IF EXISTS "past_payment_affiliate_refers", ADD CONSTRAINT "past_payment_affiliate_refers" FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id");
COMMENT ON CONSTRAINT "past_payment_affiliate_refers" ON "past_payment" IS 'FOREIGN KEY ("affiliate") REFERENCES "affiliate" ("id")';
ALTER TABLE "past_payment" DROP CONSTRAINT IF EXISTS "past_payment_value_holds", ADD CONSTRAINT "past_payment_value_holds" CHECK ("value" >= 0);
COMMENT ON CONSTRAINT "past_payment_value_holds" ON "past_payment" IS 'CHECK ("value" >= 0)';
ALTER TABLE "past_payment" DROP CONSTRAINT IF EXISTS "past_payment_withheld_holds", ADD CONSTRAINT "past_payment_withheld_holds" CHECK ("withheld" >= 0);
COMMENT ON CONSTRAINT "past_payment_withheld_holds" ON "past_payment" IS 'CHECK ("withheld" >= 0)';
ALTER TABLE "past_payment" DROP CONSTRAINT IF EXISTS "past_payment_net_holds", ADD CONSTRAINT "past_payment_net_holds" CHECK ("net" >= 0);
COMMENT ON CONSTRAINT "past_payment_net_holds" ON "past_payment" IS 'CHECK ("net" >= 0)';
ALTER TABLE "past_payment" DROP CONSTRAINT IF EXISTS "past_payment_currency_holds", ADD CONSTRAINT "past_payment_currency_holds" CHECK ("currency" IN ('BRL', 'USD', 'EUR', 'GBP', 'AED', 'AFN', 'ALL', 'AMD', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BIF', 'BMD', 'BND', 'BOB', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF', 'CHF', 'CLP', 'CNY', 'COP', 'CRC', 'CUP', 'CVE', 'CZK', 'DJF', 'DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'FJD', 'FKP', 'GEL', 'GHS', 'GIP', 'GMD', 'GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IRR', 'ISK', 'JMD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KYD', 'KZT', 'LAK', 'LBP', 'LKR', 'LRD', 'LSL', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR', 'MWK', 'MXN', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'PAB', 'PEN', 'PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG', 'SEK', 'SGD', 'SHP', 'SLE', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS', 'TMT', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'UYU', 'UZS', 'VED', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XCD', 'XCG', 'XOF', 'XPF', 'YER', 'ZAR', 'ZMW', 'ZWG'));
COMMENT ON CONSTRAINT "past_payment_currency_holds" ON "past_payment" IS 'CHECK ("currency" IN (''BRL'', ''USD'', ''EUR'', ''GBP'', ''AED'', ''AFN'', ''ALL'', ''AMD'', ''AOA'', ''ARS'', ''AUD'', ''AWG'', ''AZN'', ''BAM'', ''BBD'', ''BDT'', ''BIF'', ''BMD'', ''BND'', ''BOB'', ''BSD'', ''BTN'', ''BWP'', ''BYN'', ''BZD'', ''CAD'', ''CDF'', ''CHF'', ''CLP'', ''CNY'', ''COP'', ''CRC'', ''CUP'', ''CVE'', ''CZK'', ''DJF'', ''DKK'', ''DOP'', ''DZD'', ''EGP'', ''ERN'', ''ETB'', ''FJD'', ''FKP'', ''GEL'', ''GHS'', ''GIP'', ''GMD'', ''GNF'', ''GTQ'', ''GYD'', ''HKD'', ''HNL'', ''HTG'', ''HUF'', ''IDR'', ''ILS'', ''INR'', ''IRR'', ''ISK'', ''JMD'', ''JPY'', ''KES'', ''KGS'', ''KHR'', ''KMF'', ''KPW'', ''KRW'', ''KYD'', ''KZT'', ''LAK'', ''LBP'', ''LKR'', ''LRD'', ''LSL'', ''MAD'', ''MDL'', ''MGA'', ''MKD'', ''MMK'', ''MNT'', ''MOP'', ''MRU'', ''MUR'', ''MVR'', ''MWK'', ''MXN'', ''MYR'', ''MZN'', ''NAD'', ''NGN'', ''NIO'', ''NOK'', ''NPR'', ''NZD'', ''PAB'', ''PEN'', ''PGK'', ''PHP'', ''PKR'', ''PLN'', ''PYG'', ''QAR'', ''RON'', ''RSD'', ''RUB'', ''RWF'', ''SAR'', ''SBD'', ''SCR'', ''SDG'', ''SEK'', ''SGD'', ''SHP'', ''SLE'', ''SOS'', ''SRD'', ''SSP'', ''STN'', ''SVC'', ''SYP'', ''SZL'', ''THB'', ''TJS'', ''TMT'', ''TOP'', ''TRY'', ''TTD'', ''TWD'', ''TZS'', ''UAH'', ''UGX'', ''UYU'', ''UZS'', ''VED'', ''VES'', ''VND'', ''VUV'', ''WST'', ''XAF'', ''XCD'', ''XCG'', ''XOF'', ''XPF'', ''YER'', ''ZAR'', ''ZMW'', ''ZWG''))';
ALTER TABLE "past_payment" DROP CONSTRAINT IF EXISTS "past_payment_state_holds", ADD CONSTRAINT "past_payment_state_holds" CHECK ("state" IN ('paid', 'returned', 'cancelled'));
COMMENT ON CONSTRAINT "past_payment_state_holds" ON "past_payment" IS 'CHECK ("state" IN (''paid'', ''returned'', ''cancelled''))';
ALTER TABLE "past_payment" DROP CONSTRAINT IF EXISTS "past_payment_method_holds", ADD CONSTRAINT "past_payment_method_holds" CHECK (char_length("method") <= 60);
COMMENT ON CONSTRAINT "past_payment_method_holds" ON "past_payment" IS 'CHECK (char_length("method") <= 60)';
ALTER TABLE "past_payment" DROP CONSTRAINT IF EXISTS "past_payment_reference_holds", ADD CONSTRAINT "past_payment_reference_holds" CHECK (char_length("reference") <= 80);
COMMENT ON CONSTRAINT "past_payment_reference_holds" ON "past_payment" IS 'CHECK (char_length("reference") <= 80)';
COMMENT ON TABLE "past_payment" IS 'Its constraints follow from the configuration.';
