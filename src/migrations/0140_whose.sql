-- Whose something is, by ids alone: no names, no amounts. What is hidden from somebody must still count where a
-- condition asks whether there is something foreign; behind row-level security it would find none and open.
-- These views run as their owner on purpose. See docs/decisions/row-level-security.md.
create view whose_entry as select entry, brand from entry_part;
create view whose_partner_day as select day, partner, brand from partner_commission_part;
create view whose_movement as select day, affiliate, brand from movement_wide;
create view whose_partner as
  select partner, brands from affiliate where partner is not null
  union all select unnest(partners), array[brand] from sub_brand;

-- The partners below the one that the actor of this statement is tied to, itself among them; null where it is tied to none.
create function office_partners() returns bigint[] language plpgsql stable security definer set search_path from current as $$
declare
  top bigint := nullif(current_setting('office.partner', true), '')::bigint;
begin
  if top is null then return null; end if;
  return array(
    with recursive subtree as (
      select id from partner where id = top
      union select below.id from partner below join subtree on below.parent = subtree.id
    ) select id from subtree);
end $$;

-- The brands of which a partner's own session reads: its company's, and all that anybody who ever hung below it works for.
create function office_brands_below(top bigint) returns text language plpgsql stable security definer set search_path from current as $$
begin
  return array(
    select brand.id from brand join partner on partner.company = brand.company where partner.id = top
    union select unnest(affiliate.brands) from affiliate where affiliate.id in (select span.affiliate from partner_affiliate_span span where span.partner = top)
  )::text;
end $$;
