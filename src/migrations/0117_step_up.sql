-- A company can demand an authenticator's code of all who pay, approve or change what payments depend on.

ALTER TABLE "company" ADD COLUMN IF NOT EXISTS "step_up" text;
UPDATE "company" SET "step_up" = 'optional';
