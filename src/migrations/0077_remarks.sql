-- What was tried to pay, and what came of a run, as a code with what it names: pages say it in the reader's language. The English text stays beside it.
alter table payment_attempt add column remark jsonb;
alter table job add column remarks jsonb;

-- What was recorded until now is read once, by its sentences; what fits none of them stays as it was written.
update payment_attempt set remark = case
  when message = 'Sent to the gateway' then '{"code": "sent"}'::jsonb
  when message = 'Accepted by the gateway; its outcome follows' then '{"code": "accepted"}'::jsonb
  when message = 'Settled' then '{"code": "settled"}'::jsonb
  when message = 'Paid by hand' then '{"code": "byHand"}'::jsonb
  when message = 'The gateway never received it; it is sent again' then '{"code": "absent"}'::jsonb
  when message ~ '^Sent to the gateway again \(try \d+\)$' then jsonb_build_object('code', 'sentAgain', 'values', jsonb_build_object('tries', substring(message from '\d+')::integer))
  when message ~ '^Returned: ' then jsonb_build_object('code', 'returned', 'values', jsonb_build_object('reason', substring(message from '^Returned: (.*)$')))
  when message ~ '^Refused for now: .* \(try \d+\)$' then jsonb_build_object('code', 'refusedForNow', 'values', jsonb_build_object(
    'reason', substring(message from '^Refused for now: (.*) \(try \d+\)$'), 'tries', substring(message from '\(try (\d+)\)$')::integer))
  when message ~ '^Refused, after \d+ tries: ' then jsonb_build_object('code', 'refusedAfter', 'values', jsonb_build_object(
    'tries', substring(message from '^Refused, after (\d+) tries')::integer, 'reason', substring(message from '^Refused, after \d+ tries: (.*)$')))
  when message ~ '^Refused: ' then jsonb_build_object('code', 'refused', 'values', jsonb_build_object('reason', substring(message from '^Refused: (.*)$')))
  when message ~ '^Outcome unknown: ' then jsonb_build_object('code', 'unknown', 'values', jsonb_build_object('reason', substring(message from '^Outcome unknown: (.*)$')))
end;

update job set remarks = case
  when outcome = 'Nothing moved since the last close' then '[{"code": "nothingMoved"}]'::jsonb
  when outcome = 'The first start; it runs from its next moment on' then '[{"code": "firstStart"}]'::jsonb
  when outcome ~ '^Closed \S+, \d+ entries of affiliates$' then jsonb_build_array(jsonb_build_object('code', 'closed', 'values', jsonb_build_object(
    'from', substring(outcome from '^Closed (\S+),'), 'count', substring(outcome from ', (\d+) entries')::integer)))
  when outcome ~ '^Closed \S+ to \S+, \d+ entries of affiliates$' then jsonb_build_array(jsonb_build_object('code', 'closedDays', 'values', jsonb_build_object(
    'from', substring(outcome from '^Closed (\S+) to'), 'to', substring(outcome from ' to (\S+),'), 'count', substring(outcome from ', (\d+) entries')::integer)))
  when outcome ~ '^Payments followed: \d+$' then jsonb_build_array(jsonb_build_object('code', 'followed', 'values', jsonb_build_object('count', substring(outcome from '\d+$')::integer)))
  when outcome ~ '^Payments made: \d+$' then jsonb_build_array(jsonb_build_object('code', 'paid', 'values', jsonb_build_object('count', substring(outcome from '\d+$')::integer)))
  when outcome ~ '^Feed files worked through: \d+$' then jsonb_build_array(jsonb_build_object('code', 'uploads', 'values', jsonb_build_object('count', substring(outcome from '\d+$')::integer)))
end
where outcome is not null;
