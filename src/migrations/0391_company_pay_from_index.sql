-- The index that the first pay day of a company asks for: without it a server with DATABASE_URL does not start.
CREATE INDEX IF NOT EXISTS "company_pay_from_index" ON "company" ("pay_from");
