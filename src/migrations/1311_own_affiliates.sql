-- Made by `npm run migration` from the configuration.

ALTER TABLE "user" ADD COLUMN IF NOT EXISTS "own_affiliates" boolean NOT NULL DEFAULT false;

-- The affiliates that whoever asks manages, for the policies: of a table whose policy asks itself, and of what was known of it.
create function office_managed() returns bigint[] language plpgsql stable security definer set search_path from current as $$
begin
  return array(select id from affiliate where manager = nullif(current_setting('office.manager', true), '')::bigint);
end $$;
