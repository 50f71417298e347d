-- Of a partner's company and no other's: an affiliate that companies shared before rules belonged to one may name a
-- brand of another.
create or replace function office_brands_below(top bigint) returns text
language plpgsql stable security definer set search_path from current as $$
begin
  return array(select brand.id from brand join partner on partner.company = brand.company where partner.id = top)::text;
end $$;
