-- The form in which texts are sought, once more: also as German and Danish names are written without their letters (Müller as
-- mueller), with quotes and fractions as they are typed, and without the points of Hebrew and the stretching of Arabic. As
-- src/engine/values/foldText.ts has it for the browser; a test holds both to each other.
create or replace function searchable_text(given text) returns text
language plpgsql immutable strict parallel safe cost 200 as $$
declare
  composed text := given;
  texts text[] := array[given];
  one text;
  folded text;
  whole text;
  found text;
begin
  if octet_length(given) = length(given) then
    if given !~ '[-''`\t\n\r\f\x0b]|  |^ | $' then return lower(given collate "C"); end if;
  else
    composed := normalize(given, NFC);
    if composed ~ '[äöüåøÄÖÜÅØ]' then
      composed := replace(replace(replace(replace(replace(composed, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe');
      composed := replace(replace(replace(replace(replace(composed, 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue'), 'Å', 'aa'), 'Ø', 'oe');
      texts := array[given, composed];
    end if;
  end if;
  foreach one in array texts loop
    folded := one;
    if octet_length(one) > length(one) then
      -- An acute accent that stands alone is a typed apostrophe.
      folded := regexp_replace(normalize(replace(one, '´', ''''), NFKD),
        '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0640\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u2064\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]', '', 'g');
      -- What is no letter with an accent.
      if octet_length(folded) > length(folded) then
        if folded ~ '[ßẞæÆœŒþÞ]' then
          folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae');
          folded := replace(replace(replace(replace(folded, 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
        end if;
        folded := translate(folded,
          '⁄∕“”„‟«»〝〞đðħıłøŧŋƀɨɖƙɓɗəςĐÐĦŁØŦŊɃƗƉƘƁƊƏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҚҢҮҰҲҺӘӨԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ·ʹʻʼʽˈ‘’‚‛′‐‑‒–—―−',
          '//""""""""ddhilotnbidkbdeσddhlotnbidkbdeαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғқңүұҳһәөաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ''''''''''''''''''''''-------');
      end if;
    end if;
    folded := lower(folded collate "C");
    if folded !~ '[-''`\t\n\r\f\x0b]|  |^ | $' then
      whole := folded;
    else
      whole := translate(folded, E'\t\n\r\f\x0b-''`', '      ');
      while position('  ' in whole) > 0 loop whole := replace(whole, '  ', ' '); end loop;
      whole := btrim(whole, ' ');
      if translate(folded, '-''`', '') <> folded then
        folded := translate(folded, E'\t\n\r\f\x0b''`-', '       ');
        while position('  ' in folded) > 0 loop folded := replace(folded, '  ', ' '); end loop;
        folded := btrim(folded, ' ');
        whole := case when folded = whole then whole else whole || E'\n' || folded end;
      end if;
    end if;
    found := case when found is null then whole else found || E'\n' || whole end;
  end loop;
  return found;
end $$;

-- A function that is replaced is no longer leakproof (src/engine/server/database/rowSecurity/applyPolicies.ts says why it is).
do $$ begin
  if (select rolsuper from pg_roles where rolname = current_user) then alter function searchable_text(text) leakproof; end if;
end $$;

-- What was folded before may be folded otherwise now.
do $$
declare
  index record;
begin
  for index in
    select class.relname as name from pg_index join pg_class class on class.oid = indexrelid
      join pg_opclass operators on operators.oid = indclass[0]
    where operators.opcname = 'gin_trgm_ops' and class.relkind = 'i' and class.relnamespace = current_schema()::regnamespace
      and pg_get_indexdef(indexrelid, 1, true) like '%searchable_text%'
    order by class.relname
  loop
    execute format('reindex index %I', index.name);
  end loop;
end $$;
