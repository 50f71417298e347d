/** What the pages about money and activity say, in English; this file gives the shape that the other languages fill in. */
export const moneyPages = {
  pager: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
  attempts: {
    sent: 'Sent to the gateway', sentAgain: 'Sent to the gateway again (try %{tries})', accepted: 'Accepted by the gateway; its outcome follows', settled: 'Settled', byHand: 'Paid by hand', returned: 'Returned: %{reason}',
    refusedForNow: 'Refused for now: %{reason} (try %{tries})', refusedAfter: 'Refused, after %{tries} tries: %{reason}', refused: 'Refused: %{reason}', unknown: 'Outcome unknown: %{reason}', absent: 'The gateway never received it; it is sent again',
  },
  payments: {
    title: 'Payment by affiliate', lead: 'To whom something is due, and why it is not paid yet.', all: 'All payments', empty: 'Nothing is due to anybody. Entries appear here once the daily close has written them.',
    owner: 'Owner', kind: 'Kind of owner', pending: 'Pending', minimum: 'Minimum payout', status: 'Status', entries: '%{smart_count} entry |||| %{smart_count} entries',
    statuses: {
      awaiting_approval: 'Awaiting approval', failed: 'Failed', unknown: 'No answer', key_missing: 'No payment key', incomplete: 'Incomplete', currencies_differ: 'Several currencies', held: 'Held', in_flight: 'In flight',
      payable: 'To be paid', below_minimum: 'Below minimum', negative: 'Nothing due', manual: 'Paid by hand',
    },
    why: {
      awaiting_approval: '%{value}, asked for by %{name}: another person must approve it.', failed: '%{at}: %{reason}', unknown: 'The gateway did not answer; it is being asked. Nothing is sent again under another id.',
      key_missing: 'The payment key is missing.', incomplete: 'Fill in first: %{fields}', currencies_differ: 'The brands have different currencies (%{currencies}): pay by hand.',
      held: 'Until %{until}, because the payment key was changed or a payment was declined.', in_flight: '%{value} was sent; waiting for the outcome.', payable: 'The next automatic payment takes it.',
      below_minimum: 'The minimum payout is %{minimum}.', negative: 'The pending entries add up to nothing or less.', manual: 'The payment type is manual.',
    },
    underWay: '%{value} in payment', actions: 'Actions', openHistory: 'Show the payments of %{name}', closeHistory: 'Hide the payments of %{name}', history: 'Payments', noHistory: 'Never paid yet.', pendingEntries: 'Pending entries', askedBy: 'asked by %{name}', approvedBy: 'approved by %{name}', referenced: 'reference %{reference}',
    pay: 'Pay now', payNamed: 'Pay now: %{name}', payTitle: 'Pay %{value} to %{name}?', payText: 'The %{smart_count} pending entry is sent to the payout gateway now. |||| The %{smart_count} pending entries are sent to the payout gateway now, in one payment.',
    belowMinimum: 'This is less than the minimum payout of %{minimum}. The automatic payment would wait; you may pay all the same.', needsApproval: 'The amount needs a second person: it is sent once somebody else has approved it.',
    paid: 'The payment to %{name} is under way', askedApproval: 'The payment to %{name} waits for the approval of another person', byHand: 'Pay by hand',
    approve: 'Approve', approveTitle: 'Approve %{value} to %{name}?', approveText: 'Asked for by %{name}. It is sent at once.', approved: 'Approved and sent',
    decline: 'Decline', declineTitle: 'Decline %{value} to %{name}?', declineText: 'Asked for by %{name}. The entries are pending again, and automatic payment waits for 24 hours.', declined: 'Declined; the entries are pending again', reason: 'Reason',
  },
  geolocation: {
    title: 'Actions by place', lead: 'Where the visitors of tracking links came from, and what became of them.', by: 'Grouped by', measure: 'Measure', unknown: 'Not known', places: { domain: 'Domain', country: 'Country', state: 'State', city: 'City' },
  },
  jobs: {
    title: 'Jobs', lead: 'What the product does by itself. Every job can be run again at any time, with the same result as once.', lastRun: 'Last run', nextRun: 'Next run', never: 'Not run yet', runs: 'Newest runs', run: 'Run now', asked: '%{name} begins',
    dailyAt: 'every day at %{time} of the business zone', everySeconds: 'every second |||| every %{smart_count} seconds', everyMinutes: 'every minute |||| every %{smart_count} minutes', everyHours: 'every hour |||| every %{smart_count} hours', since: 'since %{moment}', took: '%{seconds} s',
    states: { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' },
    names: { dailyClose: 'Daily close', closeToday: 'Close of today', automaticPayments: 'Automatic payments', followPayments: 'Follow payments', feedImports: 'Feed files', eventPartitions: 'Room for events', cleanUp: 'Clean-up' },
    does: {
      dailyClose: 'Writes the entries of yesterday, and of days that were missed.', closeToday: 'Writes the entries of the present day, so that they can be looked at.', automaticPayments: 'Pays who is to be paid automatically.',
      followPayments: 'Sends what is due to be sent again and asks for payments without outcome.', feedImports: 'Checks and imports the feed files that were uploaded.', eventPartitions: 'Makes the event table’s months ahead.', cleanUp: 'Removes ended sessions, counts of wrong tries and old runs.',
    },
    outcomes: {
      nothingMoved: 'Nothing moved since the last close', closedDays: 'Closed %{from} to %{to}, %{count} entries of affiliates%{rest}', closed: 'Closed %{from}, %{count} entries of affiliates%{rest}', followed: 'Payments followed: %{count}', paid: 'Payments made: %{count}',
      partitions: 'Events have a place until %{months} months from %{from}', removed: 'Removed %{sessions} sessions, %{tries} counts of tries, %{answers} answers, %{runs} runs', firstStart: 'The first start; it runs from its next moment on',
      uploads: 'Feed files worked through: %{count}', failed: 'Failed; the server’s log says why, at run %{run}',
    },
  },
  reconciliation: { title: 'Reconciliation' },
}

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** The shape of every language's texts for the pages about money and activity: a missing or misspelt key is a compile error. */
export type MoneyPagesMessages = Texts<typeof moneyPages>
