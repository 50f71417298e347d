import { type AttemptCode, attemptRemarks, type FeedProblemCode, feedProblems, type OutcomeCode, outcomeRemarks, type ReasonCode, reasonRemarks } from '../../src/config/remarks.ts'

/** What the pages about money and activity say, in English; this file gives the shape that the other languages fill in. */
export const moneyPages = {
  partial: 'You see the part of the brands you work with; other brands make up the rest. Somebody who sees all of them has to pay.',
  pager: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
  attempts: attemptRemarks as Readonly<Record<AttemptCode, string>>,
  reasons: reasonRemarks as Readonly<Record<ReasonCode, string>>,
  keys: {
    title: 'Activity in', lead: 'With an ingest key the brand’s platform sends its events here. Whoever has the key can send: give it to nobody else.', empty: 'No key yet.', make: 'Make a key', once: 'Copy the key now: it is shown this once and cannot be read again.', copy: 'Copy the key', copied: 'Key copied',
    since: 'made %{moment}', used: 'last used %{moment}', unused: 'never used', revoked: 'Revoked', revokedAt: 'revoked %{moment}', revoke: 'Revoke', revokeTitle: 'Revoke the key …%{hint}?', revokeText: 'Whoever sends with it is refused from now on. It cannot be undone; make a new key first.', revokedNow: 'Key revoked: %{name}',
  },
  payments: {
    title: 'Payment by affiliate', lead: 'To whom something is due, and why it is not paid yet.', all: 'All payments', empty: 'Nothing is due to anybody. Entries appear here once the daily close has written them.',
    owner: 'Owner', kind: 'Kind of owner', pending: 'Pending', minimum: 'Minimum payout', status: 'Status', entries: '%{smart_count} entry |||| %{smart_count} entries',
    statuses: {
      awaiting_approval: 'Awaiting approval', failed: 'Failed', unknown: 'No answer', key_missing: 'No payment key', incomplete: 'Incomplete', held: 'Held', in_flight: 'In flight',
      payable: 'To be paid', below_minimum: 'Below minimum', negative: 'Nothing due', manual: 'To be paid by hand',
    },
    why: {
      awaiting_approval: '%{value}, asked for by %{name}: another person must approve it.', failed: '%{at}: %{reason}', unknown: 'The gateway did not answer; it is being asked. Nothing is sent again under another id.',
      key_missing: 'The payment key is missing.', incomplete: 'Fill in first: %{fields}',
      held: 'Until %{until}, because the payment key was changed or a payment was declined.', in_flight: '%{value} was sent; waiting for the outcome.', payable: 'The next automatic payment takes it.',
      below_minimum: 'The minimum payout is %{minimum}.', negative: 'The pending entries add up to nothing or less.', manual: 'The payment type is manual.',
    },
    underWay: '%{value} in payment', actions: 'Actions', openHistory: 'Show the payments of %{name}', closeHistory: 'Hide the payments of %{name}', history: 'Payments', noHistory: 'Never paid yet.', pendingEntries: 'Pending entries', askedBy: 'asked by %{name}', approvedBy: 'approved by %{name}', referenced: 'reference %{reference}',
    pay: 'Pay now', payNamed: 'Pay now: %{name}', payTitle: 'Pay %{value} to %{name}?', payText: 'The %{smart_count} pending entry is sent to the payout gateway now. |||| The %{smart_count} pending entries are sent to the payout gateway now, in one payment.',
    belowMinimum: 'This is less than the minimum payout of %{minimum}. The automatic payment would wait; you may pay all the same.', needsApproval: 'The amount needs a second person: it is sent once somebody else has approved it.',
    paid: 'The payment to %{name} is under way', askedApproval: 'The payment to %{name} waits for the approval of another person', byHand: 'Pay by hand',
    approve: 'Approve', approveTitle: 'Approve %{value} to %{name}?', approveText: 'Asked for by %{name}. It is sent at once.', approved: 'Approved and sent: %{value} to %{name}',
    decline: 'Decline', declineTitle: 'Decline %{value} to %{name}?', declineText: 'Asked for by %{name}. The entries are pending again, and automatic payment waits for 24 hours.', declined: 'Declined: %{value} to %{name}; the entries are pending again', reason: 'Reason',
  },
  feeds: {
    title: 'Feed files', lead: 'Activity as a file: it is checked first, then imported. You may leave the page meanwhile.', chooseBrand: 'Choose the brand whose activity it is.', choose: 'Choose a file (.csv, .csv.gz)', check: 'Upload and check', sending: 'Uploading…',
    format: 'The first line names the columns, in any order: %{columns}. UTF-8, packed with gzip or not, up to 128 MB.', createMissing: 'Make missing links and affiliates', createMissingHelp: 'Affiliates made this way are incomplete: they earn, but nothing is paid before they are filled in.',
    profile: 'Reward profile', profileHelp: 'For affiliates of the file that have none; it holds from the beginning of time.', empty: 'No file was uploaded for this brand yet.', withMissing: 'makes what is missing', mayLeave: 'You may leave this page; the work goes on.',
    rowsSoFar: '%{rows} row so far |||| %{rows} rows so far', wouldHappen: 'What an import would do', happened: 'What the import did', rows: 'Rows', accepted: 'New events', duplicates: 'Known already', unattributed: 'Of them nobody’s', refused: 'Refused', made: 'Made', wouldMake: 'Would make',
    import: 'Import', begun: 'The import has begun: %{name}', refusals: 'Refused lines (CSV)', stop: 'Stop', stopped: 'Stopped: %{name}. What was imported stays.', forget: 'Remove from the list',
    states: { receiving: 'Uploading', waiting: 'Waiting', checking: 'Checking', checked: 'Checked, not imported', importing: 'Importing', imported: 'Imported', failed: 'Failed' },
    problems: feedProblems as Readonly<Record<FeedProblemCode, string>>,
    reasons: {
      not_an_event: 'No event', unknown_property: 'Unknown column', missing_event_id: 'Without event_id', invalid_event_id: 'Invalid event_id', invalid_type: 'Unknown type', invalid_moment: 'occurred_at cannot be read', moment_in_future: 'Too far in the future', moment_too_early: 'Before the year 2000', missing_player: 'Without player', invalid_player: 'Invalid player',
      invalid_action_token: 'The link’s token is invalid', missing_product: 'Without product', invalid_product: 'Unknown product', missing_amount: 'Without amount', invalid_amount: 'Amount cannot be read', negative_amount: 'Negative amount', amount_not_allowed: 'An amount where there is none', invalid_currency: 'Invalid currency',
      currency_of_another: 'Another currency than the brand’s', invalid_country: 'Invalid country', invalid_state: 'Invalid state', invalid_city: 'Invalid city', invalid_click_id: 'Invalid click_id', unknown_action: 'There is no such link', action_of_another_brand: 'The link is another brand’s', affiliate_of_another_company: 'The affiliate works for another company',
      wrong_number_of_values: 'Another number of values than columns', event_conflict: 'The id exists with other content',
    },
  },
  geolocation: {
    title: 'Actions by place', lead: 'Where the visitors of tracking links came from, and what became of them.', by: 'Grouped by', measure: 'Measure', unknown: 'Not known', places: { domain: 'Domain', country: 'Country', state: 'State', city: 'City' },
  },
  jobs: {
    closeDays: 'Close other days', from: 'First day', to: 'Last day', close: 'Close',
    closeDaysText: 'Writes the entries of these days, whatever was closed before. A day that was closed already is written again only where something changed.',
    title: 'Jobs', lead: 'What the product does by itself. Every job can be run again at any time, with the same result as once.', lastRun: 'Last run', nextRun: 'Next run', never: 'Not run yet', runs: 'Newest runs', run: 'Run now', asked: '%{name} begins',
    dailyAt: 'every day at %{time} of the business zone', everySeconds: 'every second |||| every %{smart_count} seconds', everyMinutes: 'every minute |||| every %{smart_count} minutes', everyHours: 'every hour |||| every %{smart_count} hours', since: 'since %{moment}', took: '%{seconds} s',
    states: { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' },
    names: { dailyClose: 'Daily close', closeToday: 'Close of today', automaticPayments: 'Automatic payments', followPayments: 'Follow payments', feedImports: 'Feed files', reattribution: 'Events of nobody', reportFiles: 'Files of reports', eventPartitions: 'Room for events', cleanUp: 'Clean-up' },
    does: {
      dailyClose: 'Writes the entries of yesterday, and of days that were missed.', closeToday: 'Writes the entries of the present day, so that they can be looked at.', automaticPayments: 'Pays who is to be paid automatically.',
      followPayments: 'Sends what is due to be sent again and asks for payments without outcome.', feedImports: 'Checks and imports the feed files that were uploaded.', reattribution: 'Gives events to links that were made, players that registered and clicks that arrived since.', reportFiles: 'Makes the files of reports that were asked for, or that a schedule asks for.', eventPartitions: 'Makes the event table’s months ahead.', cleanUp: 'Removes ended sessions, counts of wrong tries and old runs.',
    },
    outcomes: outcomeRemarks as Readonly<Record<OutcomeCode, string>>,
  },
  unattributed: {
    title: 'Events of nobody', lead: 'Activity that could not be attributed to any link. It is kept, and counts as soon as it has an owner: what names a link that was made since is found by itself, within ten minutes.', empty: 'Every event has an owner.', event: 'Event', at: 'When (UTC)', amount: 'Amount', names: 'What it names', player: 'Player', token: 'Link', click: 'Click', reason: 'Reason',
    reasons: { unknown_action: 'The link it names does not exist', unknown_click: 'The click it names does not exist', no_action: 'Names no link, and the player has none', unknown_player: 'The player never registered', no_player: 'Names neither link nor player' },
    retryAll: 'Try all again', retry: 'Try again', giveTo: 'Give to a link', give: 'Give', giveText: 'The event counts for this link from its own day on. A registration decides on its player for good. |||| The %{smart_count} events count for this link, each on its own day. A registration decides on its player for good.',
    oneBrand: 'Events of one brand at a time can be given to a link.', done: '%{smart_count} event has an owner now |||| %{smart_count} events have an owner now',
  },
  reconciliation: {
    title: 'Reconciliation', lead: 'A statement of the bank or the gateway, compared with our payments. Comparing changes nothing.', choose: 'Choose a statement (CSV)', comparing: 'Comparing…',
    format: 'First line: id (or reference), amount, date and status, separated by comma or semicolon, in any order. Dates as YYYY-MM-DD, amounts as 1234.56 or 1234,56; the status is accepted, settled, rejected or returned, or one of their usual synonyms.',
    nothing: 'The statement has no lines, and no payment of ours was expected in it.', allMatched: 'Everything agrees. Nothing is left to do.', confirm: 'Do what was found',
    due: 'The statement knows the outcome of %{smart_count} payment that we do not. Confirm to take it over. |||| The statement knows the outcome of %{smart_count} payments that we do not. Confirm to take them over.',
    confirmed: '%{smart_count} payment changed |||| %{smart_count} payments changed', line: 'Line', reference: 'Id', payment: 'Payment', there: 'Statement', here: 'Here', next: 'Next step', showAll: 'Show all %{smart_count}',
    findings: { settle: 'Settled there, still open here', reject: 'Rejected there, still open here', returned: 'Returned', amount_differs: 'Amount differs', state_differs: 'Outcome differs', missing_here: 'Missing here', missing_there: 'Missing there', duplicate: 'Named twice', matched: 'Matched' },
    means: {
      settle: 'Confirming settles these payments; their entries are complete.', reject: 'Confirming rejects these payments; their entries are pending again.', returned: 'The money came back. Confirming makes the amount due again, as an adjustment dated today.',
      amount_differs: 'The statement names our payment with another amount. Ask the bank or the gateway before anything else is paid to this owner.', state_differs: 'Both know an outcome, but not the same.', missing_here: 'The statement names a payment that we do not know.',
      missing_there: 'We sent these payments in the days of the statement, but it does not name them.', duplicate: 'The statement names the same payment and outcome more than once.', matched: 'Both say the same.',
    },
    steps: { none: 'Nothing', confirm: 'Confirm above', ask_gateway: 'Ask the gateway', ask_bank: 'Ask the bank', find_payment: 'Find out what it was', correct_amount: 'Have the amount corrected', wait: 'Wait for the outcome' },
    states: { accepted: 'Accepted', settled: 'Settled', rejected: 'Rejected', returned: 'Returned' },
  },
  whatIf: {
    title: 'Try on a past month', lead: 'What was earned, and what would have been earned had the rule always read as it stands in the form now. Nothing is saved or paid by trying.', month: 'Month', try: 'Try', unchanged: 'Change the rule first: as it is, it earns what it earned.',
    outdated: 'The form has changed since this was tried.', then: 'Earned', now: 'Would have earned', difference: 'Difference', changed: 'Changed', winners: 'Biggest winners', losers: 'Biggest losers', all: 'Everybody', showAll: 'Show %{smart_count} |||| Show all %{smart_count}',
    openDays: '%{smart_count} day of the month was never closed: what was earned on it is not known. |||| %{smart_count} days of the month were never closed: what was earned on them is not known.', above: 'The partners above', aboveLead: 'What lies below them changes, so what they earn does too. By the formulas and percentages of the last day.', problems: 'The rule has no result for:', totalsOnly: 'Amounts of single owners need the role for entries.',
  },
}

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** The shape of every language's texts for the pages about money and activity: a missing or misspelt key is a compile error. */
export type MoneyPagesMessages = Texts<typeof moneyPages>
