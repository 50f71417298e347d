-- Made by `npm run migration` from the configuration.

CREATE TABLE IF NOT EXISTS "personal_read" (
  "id" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "version" integer NOT NULL DEFAULT 1,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "at" timestamp with time zone,
  "user" bigint,
  "reader" text,
  "how" text,
  "object" text,
  "object_id" text,
  "records" integer,
  "address" text
);
CREATE INDEX IF NOT EXISTS "personal_read_user_index" ON "personal_read" ("user");

-- Who read what of a record, and when; asked for by record, and by day when old ones go.
CREATE INDEX personal_read_object ON "personal_read" ("object", "object_id");
CREATE INDEX personal_read_at ON "personal_read" ("at");
