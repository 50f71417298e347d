-- Why a feed file could not be read, as a code with what it names: pages say it in the reader's language. The English text stays beside it.
alter table feed_upload add column problem_remark jsonb;

-- What was recorded until now is read once, by its sentences; what fits none of them stays as it was written.
update feed_upload set problem_remark = case
  when problem ~ '^The file is not UTF-8\.' then '{"code": "notUtf8"}'::jsonb
  when problem ~ '^The file is packed \(gzip\), but broken' then '{"code": "broken"}'::jsonb
  when problem ~ '^The file could not be worked through\.' then '{"code": "givenUp"}'::jsonb
  when problem ~ '^The file is empty\. Its first line names the columns: ' then jsonb_build_object('code', 'empty', 'values', jsonb_build_object('expected', substring(problem from 'columns: (.*)$')))
  when problem ~ '^The first line names the column .* twice\.$' then jsonb_build_object('code', 'columnTwice', 'values', jsonb_build_object('column', substring(problem from '^The first line names the column (.*) twice\.$')))
  when problem ~ '^The first line names no column .*in any order: ' then jsonb_build_object('code', 'missingColumns', 'values', jsonb_build_object(
    'columns', substring(problem from '^The first line names no column (.*?)\. It must name'), 'expected', substring(problem from 'in any order: (.*)$')))
  when problem ~ '^The first line names .*, which is no column of a feed\.' then jsonb_build_object('code', 'unknownColumns', 'values', jsonb_build_object(
    'columns', substring(problem from '^The first line names (.*?), which is no column'), 'expected', substring(problem from 'rename it to one of: (.*)$')))
  when problem ~ '^Line (\d+|\?) cannot be read: ' then jsonb_build_object('code', 'line', 'values', jsonb_build_object(
    'line', substring(problem from '^Line (\d+|\?) '), 'reason', substring(problem from 'cannot be read: (.*)$')))
end
where problem is not null;
