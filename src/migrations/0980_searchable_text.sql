-- The form in which texts are sought, the way people mean them: without case and accents, as src/engine/values/foldText.ts has
-- it for the browser (a test holds both to each other). On a second line with apostrophes as blanks and hyphens joined.
-- Written out, so that no locale of a server has a say and what is indexed stays right; and it calls nothing outside
-- pg_catalog, since upkeep of indexes runs with no other schema in its path.
create or replace function searchable_text(given text) returns text
language plpgsql immutable strict parallel safe cost 200 as $$
declare
  folded text := given;
  whole text;
begin
  if octet_length(given) > length(given) then
    -- An acute accent that stands alone is a typed apostrophe.
    folded := regexp_replace(normalize(replace(given, '´', ''''), NFKD),
      '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]', '', 'g');
    -- What is no letter with an accent.
    if octet_length(folded) > length(folded) then
      if folded ~ '[ßẞæÆœŒþÞ]' then
        folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae');
        folded := replace(replace(replace(replace(folded, 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
      end if;
      folded := translate(folded,
        'đðħıłøŧŋƀɨɖƙɓɗəςĐÐĦŁØŦŊɃƗƉƘƁƊƏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҚҢҮҰҲҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ·ʹʻʼʽˈ‘’‚‛′‐‑‒–—―−',
        'ddhilotnbidkbdeσddhlotnbidkbdeαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғқңүұҳһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ''''''''''''''''''''''-------');
    end if;
  end if;
  folded := lower(folded collate "C");
  if folded !~ '[-''`\t\n\r\f\x0b]|  |^ | $' then return folded; end if;
  whole := translate(folded, E'\t\n\r\f\x0b-''`', '      ');
  while position('  ' in whole) > 0 loop whole := replace(whole, '  ', ' '); end loop;
  whole := btrim(whole, ' ');
  if translate(folded, '-''`', '') = folded then return whole; end if;
  folded := translate(folded, E'\t\n\r\f\x0b''`-', '       ');
  while position('  ' in folded) > 0 loop folded := replace(folded, '  ', ' '); end loop;
  folded := btrim(folded, ' ');
  return case when folded = whole then whole else whole || E'\n' || folded end;
end $$;

-- The indexes of searched fields, made anew over that form. Those that come to be later follow from the configuration.
do $$
declare
  index record;
begin
  for index in
    select class.relname as name, indrelid::regclass as parent, pg_get_indexdef(indexrelid, 1, true) as part
    from pg_index join pg_class class on class.oid = indexrelid join pg_opclass operators on operators.oid = indclass[0]
    where operators.opcname = 'gin_trgm_ops' and class.relname like '%\_search'
      and class.relnamespace = current_schema()::regnamespace and pg_get_indexdef(indexrelid, 1, true) not like '%searchable_text%'
    order by class.relname
  loop
    execute format('drop index %I', index.name);
    execute format('create index %I on %s using gin (searchable_text(%s) gin_trgm_ops)', index.name, index.parent, index.part);
  end loop;
end $$;
