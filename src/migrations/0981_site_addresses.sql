-- Addresses of sites in the one form that new ones are kept in (src/engine/values/siteAddress.ts), as far as it can be had
-- without reading Punycode; what stands twice then stays as it is.
with formed as (
  select id, affiliate, address, 'https://' || lower(parts[1]) || regexp_replace(parts[2], '/+$', '') || coalesce(parts[3], '') as form
  from affiliate_site, regexp_match(normalize(btrim(address)), '^[hH][tT][tT][pP][sS]?://(?:[wW]{3}\.)?([^/?#:]+?)\.?(?::(?:80|443))?(/[^?#]*)?(\?[^#]*)?(?:#.*)?$') parts
  where parts is not null
), first as (
  select distinct on (affiliate, form) id, form from formed order by affiliate, form, address <> form, id
)
update affiliate_site set address = first.form from first where first.id = affiliate_site.id and affiliate_site.address <> first.form;
