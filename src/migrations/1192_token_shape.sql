-- Made by `npm run migration` from the configuration.

ALTER TABLE "media" DROP CONSTRAINT IF EXISTS "media_token_holds", ADD CONSTRAINT "media_token_holds" CHECK ("token" ~ '^(?=.*[A-Za-z0-9])[A-Za-z0-9_-]{2,64}$') NOT VALID;
COMMENT ON CONSTRAINT "media_token_holds" ON "media" IS 'CHECK ("token" ~ ''^(?=.*[A-Za-z0-9])[A-Za-z0-9_-]{2,64}$'')';
ALTER TABLE "media" VALIDATE CONSTRAINT "media_token_holds";
