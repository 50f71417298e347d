/** What lists, forms and reports say, in English; this file gives the shape that the other languages fill in. */
export const resourcePages = {
  networkError: 'Network error',
  token: { copy: 'Copy', copied: 'Success: token copied', addressCopied: 'Success: address copied', notCopied: 'The browser did not allow copying; mark the text and copy it by hand.', qr: 'QR code of the tracking address' },
  list: {
    nothingFound: 'Nothing matches these filters.', retry: 'Try again', selected: '%{smart_count} selected |||| %{smart_count} selected',
    missing: 'Missing: %{fields}', unselect: 'Clear the selection', rowsOfPage: 'Rows %{from} to %{to} of %{total}',
  },
  empty: { title: 'No %{names} yet', create: 'Make the first one.', wait: 'They appear here as soon as there are any.' },
  filters: {
    open: 'Filters', title: 'Filters', clear: 'Clear filters', remove: 'Remove the filter %{name}', isEmpty: 'empty', includeEmpty: 'Those without a value too',
    onlyEmpty: 'Only those without a value', from: 'From', to: 'To', any: 'Any', more: 'More filters', contains: 'contains', done: 'Done',
  },
  savedFilters: { title: 'Saved filters', none: 'Nothing saved yet. Set filters and sort, then save them under a name.', name: 'Name', remove: 'Remove %{name}' },
  form: {
    chooseTypeFirst: 'Choose the type first', withoutKey: 'Without a key nothing is paid automatically: entries wait until there is one.', stay: 'Stay', leave: 'Leave without saving', leaveTitle: 'Leave the page?', holdsFromToday: 'A change holds from today.', readOnly: 'Cannot be changed', problems: 'Please correct %{smart_count} field: |||| Please correct %{smart_count} fields:',
    saved: 'Saved: %{record}', created: 'Created: %{record}', createdWithToken: 'Created: %{record}. Token: %{token}', back: 'Back to the list', addRow: 'Add a row', removeRow: 'Remove row %{row}', noRows: 'No rows yet',
    changedAt: 'changed %{moment} UTC', unsaved: 'What you typed is not saved.', missing: 'There is no such record, or you may not see it.', history: 'History', newRecord: 'New: %{name}',
    duplicate: 'Another record has this value already:', show: 'Show', noWriting: 'You may read this record but not change it.', dayPattern: 'DD/MM/YYYY', since: 'since %{day}',
  },
  password: { rules: 'What a password needs', missing: 'Missing', met: 'Fulfilled', keep: 'Leave empty to keep the present password' },
  reference: { none: 'Nothing found', loading: 'Searching…', open: 'Open', close: 'Close', clear: 'Clear' },
  expression: {
    place: 'Here:', sample: 'Sample values', result: 'Result', words: 'Words you may use', empty: 'Write a formula', suggestion: 'Did you mean %{word}?', levels: 'Levels above and below', reset: 'Standard formula',
    problems: {
      empty: 'Write a formula', too_long: 'The formula is too long', unexpected_character: 'This character cannot be used', invalid_number: 'This is no number', unknown_word: 'The word %{word} is unknown',
      unknown_function: 'The function %{word} is unknown', missing_operand: 'A value is missing here', missing_operator: 'An operator is missing here', remainder: 'The % sign means percent and stands after a value',
      unclosed_parenthesis: 'This parenthesis is not closed', unopened_parenthesis: 'This parenthesis was not opened', unexpected_comma: 'A comma belongs between the values of a function only',
      unexpected_colon: 'A : without its ?', missing_otherwise: 'A ? needs : and another value', function_arguments: 'The function takes another number of values', chained_comparison: 'Compare two values at a time',
      comparison_as_amount: 'A comparison is no amount; write condition ? amount : other amount', exponent: 'The exponent must be a whole number from -20 to 20', too_deep: 'Too many parentheses in each other',
      too_large: 'The result could become too large', syntax: 'The formula cannot be read here', division_by_zero: 'Division by zero with these values', missing_value: 'The value of %{word} is missing',
    },
  },
  guard: {
    title: 'Confirm with your authenticator', text: 'This is protected. Type the code that your app shows now. What you filled in stays.',
    passwordTitle: 'Confirm with your password', passwordText: 'You are changing your own way in. Type your present password; what you filled in stays.',
  },
  stale: {
    title: 'Somebody changed this record in the meantime', text: 'What is stored now differs from what you opened:', by: 'Changed by %{name}, %{at}', field: 'Field', opened: 'When you opened it', stored: 'Stored now', mine: 'Yours',
    reload: 'Discard mine and reload', takeOver: 'Keep my edits on top', none: 'Nothing that you see has changed.', close: 'Go on editing',
  },
  draft: { restored: 'Your session ended before this was saved. What you had typed is back; it is not saved yet.', typeAgain: 'Please type again: %{fields}.', discard: 'Discard' },
  remove: { title: 'Delete %{name}?', text: 'This cannot be undone. The activity log keeps what it was.', bulkTitle: 'Delete %{smart_count} record? |||| Delete %{smart_count} records?', done: '%{record} excluded', bulkDone: '%{resource}: %{smart_count} excluded |||| %{resource}: %{smart_count} excluded', bulkFailed: 'Error to exclude: %{smart_count} refused and still selected |||| Error to exclude: %{smart_count} refused and still selected' },
  /** What could not be done, and the server's reason after it. */
  failed: { create: 'Error to create %{record}: %{reason}', update: 'Error to update %{record}: %{reason}', exclude: 'Error to exclude %{record}: %{reason}', payment: 'Error to make payment: %{reason}', run: '%{action}, %{record}: %{reason}' },
  actions: {
    run: 'Apply', cancel: 'Cancel', close: 'Close', done: '%{action}: %{smart_count} changed |||| %{action}: %{smart_count} changed', doneOne: '%{action}: %{record}', refused: '%{smart_count} refused and still selected: |||| %{smart_count} refused and still selected:', running: 'Working…',
    willChange: '%{smart_count} will be changed |||| %{smart_count} will be changed', willRefuse: '%{smart_count} will be refused: |||| %{smart_count} will be refused:', undo: 'Undo', undone: 'Undone: each is as it was.',
    records: 'For %{smart_count} record |||| For %{smart_count} records',
  },
  export: {
    title: 'Export', rows: '%{smart_count} row, all that match |||| %{smart_count} rows, all that match', csv: 'CSV', xlsx: 'Excel (.xlsx)', start: 'Export', progress: '%{done} of %{total}', writing: 'Writing the workbook…', cancel: 'Cancel',
    failed: 'The export stopped: %{reason}', filters: 'Filters', format: 'Format', sheet: 'Data', criteria: 'Criteria', done: 'The file is ready in your downloads.', yes: 'yes', no: 'no', search: 'Search', columnKeys: 'Columns and their keys', allColumns: 'All columns', shownColumns: 'Only the columns shown', received: '%{size} MB so far', id: 'id',
  },
  report: {
    inOne: 'All in one currency', eachInItsOwn: 'Each in its own', rate: '1 %{from} = %{rate} %{to} from %{day} (%{source})',
    direct: '%{name} (directly)', views: 'Saved views', noViews: 'Nothing saved yet. Set period, filters and columns, then save them under a name.', compare: 'Compare with the period before', dontCompare: 'Stop comparing', comparedWith: 'Compared with %{from} – %{to}',
    from: 'From', to: 'To', period: 'Period', apply: 'Show', total: 'Total', general: 'General', rows: '%{smart_count} row |||| %{smart_count} rows', zone: 'Days in %{zone}', upTo: 'Counted up to %{moment}', notYet: 'Nothing was counted yet',
    tooLong: 'The range must be shorter than one month: the last day can be %{day}', beginsAfterEnd: 'The first day must not be after the last one', invalidDay: 'Choose both days', columns: 'Columns', chart: 'Chart',
    hideChart: 'Hide chart', token: 'Your key', tokenLead: 'Type the access key of an affiliate or partner to see your own numbers, or sign in.', tokenPartner: 'Access key of a partner', tokenAffiliate: 'Access key of an affiliate', signIn: 'Sign in', show: 'Show',
    open: 'Open %{name}', close: 'Close %{name}', view: 'View', structural: 'Structural', flat: 'List', empty: 'No activity in this period.', others: 'Others', notDrawn: 'The %{shown} largest; the other one comes to %{value} |||| The %{shown} largest; the other %{smart_count} come to %{value}', loading: 'Counting…', none: 'None', forgetToken: 'Another key',
    noValue: 'No %{name}', product: 'Product', perRow: 'Per %{name}', sortBy: 'Sort by %{name}', allShown: 'All', filters: 'Filters', criteria: 'Criteria', generated: 'Made at',
    explain: 'How this came about: %{name}, %{value}', explainOpen: 'Open the row: inside it stands who earned this.', explainMore: 'And %{smart_count} more, smaller |||| And %{smart_count} more, smaller', explainNone: 'No entry on these days yet. The daily close writes them.',
    explainPart: 'An entry is a whole day, with all links and brands. This row has %{value} of it.', back: 'Back', chartOf: '%{measure} by %{by}', printedRows: 'These are the first %{shown} of %{all} rows; the total is of all. The exported file has all of them.', thisPeriod: 'This period', periodBefore: 'Period before', otherReports: 'Other reports',
  },
  entries: {
    adjust: 'New adjustment', adjustLead: 'Choose an affiliate or a partner. It counts once another person approves it.', isAdvance: 'Advance: taken back once it was paid', file: 'File', askApproval: 'Ask for approval', adjusted: 'Written; it waits for another person',
    approve: 'Approve', approveTitle: 'Approve %{value}?', approved: 'Approved; it can be paid', decline: 'Decline', declineTitle: 'Decline %{value}?', declined: 'Declined', whyNot: 'Why not', writtenBy: 'Written by %{name}: %{reason}', approvedBy: 'Approved by %{name}.',
    pay: 'Manual payment', payTitle: 'Manual payment of %{value} to %{name}', payLead: 'Entry of %{day}', payTo: 'To: %{names}', payToMore: '%{names} and %{smart_count} more', paidAt: 'Paid on', reference: 'Reference', note: 'Note', confirm: 'Confirm payment', paid: 'Manual payment accomplished', paidTo: 'Manual payment accomplished: %{value} to %{name}', explain: 'Explain', lines: 'Lines', attempts: 'Payment attempts',
    events: 'Events of the day',
    fromStart: 'from the beginning', accumulated: 'Accumulated since %{day}.', toDayBefore: 'To the day before', toDay: 'To this day', earned: 'Earned', rounding: 'Rounded to cents: %{earned} − %{before} = %{amount}',
    notReproduced: 'The rule was replaced on the day it began; the amount stands as it was computed then.', triggerMet: 'Trigger: %{condition}, %{operation} = %{actual}, %{comparison} is reached', triggerNotMet: 'Trigger: %{condition}, %{operation} = %{actual}, %{comparison} is not reached: nothing is earned',
    openingBalance: 'Carried over from before: %{balance}, together %{result}', negative: '%{amount} is negative: nothing is earned, %{carried} is carried over', adjusts: 'Makes right entry %{entry} of %{day} (%{value}):', adjustedBy: 'Made right by entry %{entry} of %{day} (%{value}):', 
    event: 'Event', count: 'Count', below: 'The day of those below', belowHidden: 'Others', players: 'The player that qualified |||| The %{smart_count} players that qualified', reasons: { late_activity: 'activity that came later', payment_returned: 'the payment was returned', advance_taken_back: 'the advance was paid and is taken back' }, noLines: 'No lines', noAttempts: 'Not tried yet', product: 'Product', base: 'Base', rate: 'Rate', rule: 'Rule version', amount: 'Amount', open: 'Open the entry', close: 'Close the entry', steps: 'How it came about', onlyManual: 'Only pending entries whose payment type is manual',
  },
  ruleProblems: {
    division_by_zero: 'The formula divides by zero on this day', too_large: 'The amount is too large to be one: check the rates and the formula', missing_value: 'A value that the formula uses is missing',
    invalid_expression: 'The formula cannot be read', rule_without_result: 'The reward could not be calculated: check its tiers and its trigger',
    rule_of_another_currency: 'The amounts of this rule are in another currency than the activity: name a rule in that currency',
  },
  noBrands: {
    own: 'No brand is allowed to you: that is why nothing shows here. Ask whoever administers the users to allow you brands.',
    form: 'Without allowed brands this person sees no affiliates, no entries and no figures on any page. Choose at least one brand.',
  },
  log: {
    objectNamed: '%{object} %{name} (#%{id})', ofThis: 'Log of this record', sentence: '%{actor}: %{operation} %{object}', open: 'Show the difference', close: 'Hide the difference', field: 'Field', before: 'Before', after: 'After', nothing: 'No field changed', goTo: 'Open the record',
    objects: { download: 'file of a report' },
    redact: 'Redact', redactTitle: 'Redact this line?', redactValues: 'What is taken out', reason: 'Reason', redactDone: 'Redacted',
    redactText: 'The chosen values are taken out of the line for good, and nobody can bring them back. The line stays and stays proved; the log tells who took out what, and why.',
    reasonHelp: 'It stands in the log for good: write no personal data here',
    redacted: 'Redacted',
    operations: { redact: 'redacted', fillDemoData: 'filled in demo data for', changePassword: 'changed the own password of', makeFile: 'made', downloadFile: 'fetched', uploadFeed: 'uploaded a feed file for', importFeed: 'imported a feed file for', removeFeed: 'removed a feed file of', runJob: 'ran the job', create: 'created', update: 'changed', remove: 'deleted', signIn: 'signed in', signOut: 'signed out', createAccessKey: 'made an access key for', endAccessKey: 'ended an access key of', createIngestKey: 'made an ingest key for', revokeIngestKey: 'revoked an ingest key of', confirmManualPayment: 'confirmed the manual payment of', unlockTwoStep: 'unlocked the second step of', check: 'checked', lock: 'locked', reopen: 'opened again', adjust: 'adjusted', approve: 'approved', complete: 'completed', move: 'moved', withdraw: 'withdrew', reattribute: 'attributed anew', revokeSession: 'ended a session', endSession: 'ended a session of', endSessions: 'ended all sessions of', endReusedSession: 'session ended because its token was used twice', createRootUser: 'made the root user' }, from: 'from %{address}', batch: 'All of this batch', ofObject: 'All of this record',
  },
}

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** The shape of every language's texts for lists, forms and reports: a missing or misspelt key is a compile error. */
export type ResourcePagesMessages = Texts<typeof resourcePages>
