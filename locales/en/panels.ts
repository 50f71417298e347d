/** What panels beside a form, the account page, the search palette and the partner hierarchy say, in English; this file gives the shape that the other languages fill in. */
export const panels = {
  twoStep: {
    title: 'Two-step verification',
    on: 'On: a code from the authenticator is asked for at sign-in.', off: 'Off', locked: 'Locked after too many wrong codes. A root user can unlock it.',
    lead: 'Scan the picture with an authenticator app on your phone; confirm it with the code the app shows.',
    setUp: 'Set up', qr: 'QR code for the authenticator app', secret: 'Cannot scan? Type this key into the app:', haveRead: 'I have read it',
    code: 'Code', codeHelp: 'The 6 digits the app shows', confirm: 'Confirm', confirmed: 'Two-step verification is on', others: 'The code is shown to its user alone.',
    lost: 'Lost the phone? A root user can unlock the account; then it is set up anew.',
    copied: 'Success: key copied', unlock: 'Unlock MFA', unlockTitle: 'Unlock MFA of %{name}?', unlockText: 'The lock and the authenticator are cleared. The next sign-in works with the password; then a new authenticator can be set up.', unlocked: 'user unlocked: %{name}',
    unlockTextPartner: 'The lock and the authenticator are cleared. The next sign-in with a key sets up a new one where the company asks for one.',
    unlockedPartner: 'Partner unlocked: %{name}',
    failed: 'The state of two-step verification could not be read.',
  },
  userSessions: {
    lead: 'Where this person is signed in. A session that is ended is dead at once.', none: 'Signed in nowhere.', withCode: 'with a code', withoutCode: 'without a code',
    endAll: 'End all sessions', endAllTitle: 'End all sessions of %{name}?', endTitle: 'End this session of %{name}?', endText: 'What was typed there and not saved is lost to this person on that device.', endedAll: 'All sessions ended: %{name}',
  },
  accessKeys: {
    title: 'Access keys', leadAffiliate: 'A key opens this affiliate’s public reports without a password. The code in its links opens nothing.', leadPartner: 'A key opens this partner’s public reports and signs the partner in. The partner’s code opens nothing.',
    make: 'Make a key', label: 'Label', labelHelp: 'Who gets it, or what it is for', lastDay: 'Last day', lastDayHelp: 'Empty: until it is ended', expires: 'ends %{moment}', expired: 'over since %{moment}', isOver: 'Expired', ended: 'Key ended: %{name}',
    rotate: 'Rotate', rotateTitle: 'Rotate the key %{label}?', rotateText: 'A new key is made and shown once. The old one opens nothing from then on, and its sessions end.',
    end: 'End', endTitle: 'End the key %{label}?', endText: 'It opens nothing from now on, and its sessions end. It cannot be undone.',
  },
  account: {
    changePassword: 'Change password', changePasswordLead: 'Your other sessions end; this one stays.', currentPassword: 'Current password', newPassword: 'New password', passwordConfirmation: 'New password again', passwordChanged: 'Password changed. Your other sessions have ended.',
    title: 'My account', open: 'My account', who: 'Person', allRights: 'Root: everything', noRights: 'No rights yet. Whoever manages users can grant them.',
    languageHelp: 'Kept with your user, on every device.', partner: 'Signed in with an access key of a partner',
    sessions: 'Open sessions', sessionsLead: 'Where you are signed in. End what you do not recognise, and change your password.', address: 'Address', signedIn: 'Signed in', lastSeen: 'Last used',
    current: 'This one', end: 'End', endNamed: 'End the session on %{device}, %{address}', endOthers: 'End all others', ended: 'Session ended: %{name}', endedOthers: 'All other sessions ended', unknownDevice: 'Unknown device', on: '%{browser} on %{system}',
    failed: 'The sessions could not be read.',
  },
  history: {
    title: 'History', lead: 'What held on which days. Entries are explained with the version that held on their day.', sinceDay: 'Since %{day}', until: 'Until %{day}', range: '%{from} to %{to}',
    today: 'Holds now', version: 'Version', one: 'Nothing has changed since the beginning.', failed: 'The history could not be read.', always: 'Always', 
  },
  period: {
    title: 'Checklist', lead: 'Who checks signs what the period comes to; another person locks it. What comes later is posted to the open period.', inOrder: 'In order', required: 'Needed to check',
    items: {
      days_never_closed: 'Days with movement that were never closed', days_changed: 'Days that changed since their close', stopped_owners: 'Owners whose entry was stopped', awaiting_adjustments: 'Adjustments that wait for approval',
      unattributed_events: 'Events that belong to nobody', failed_jobs: 'Jobs whose last run failed', negative_balances: 'Owners who owe', missing_rates: 'Days without an exchange rate',
    },
    totals: 'Control totals', totalsSigned: 'Control totals, as signed', total: 'Total', entries: 'Entries', commission: 'Commission', adjustments: 'Adjustments', advances: 'Advances', nothing: 'Nothing moved on these days.',
    bridge: 'What came later', bridgeLine: '%{before} became %{after}: %{difference} was posted to later days', causes: { late_activity: 'Late activity' },
    signed: 'Signed as %{digest}', holds: 'What was signed is what there is.', changed: 'The days come to something else by now.',
    check: 'Check', lock: 'Lock', reopen: 'Open again', checked: 'Period checked', locked: 'Period locked', reopened: 'Period opened again',
    checkTitle: 'Check this period?', checkText: 'You sign the control totals as they are now. They stand in the log.', acceptText: 'This is not in order. What you tick is signed all the same:',
    lockTitle: 'Lock this period?', lockText: 'Its entries stay as they are from now on. What comes later is posted to the open period.', reopenTitle: 'Open this period again?', reopenText: 'Its entries follow late activity again. What was posted later stays.', reason: 'Why',
    more: 'and %{count} more',
  },
  statement: {
    title: 'Statement', lead: 'What was owed, what came and went, and what is owed. In one currency.', currency: 'Currency', only: 'The only one', show: 'Show',
    opening: 'Owed before', closing: 'Owed after', earned: 'Earned', adjusted: 'Adjusted', paid: 'Paid',
  },
  levels: {
    title: 'Levels above and below', lead: 'With the sample values of the formula; value of a level is what the level above earned.', level: 'Level %{level}', result: 'Result', this: 'This level', none: 'There are no other levels.', unknown: 'No result', 
  },
  duplicates: { exists: 'Another record that you cannot see has this value.' },
  search: {
    open: 'Search', shortcut: 'Ctrl+K', title: 'Search', placeholder: 'Name, token, CPF, page…', hint: 'Type at least 2 characters.', recent: 'Recent', pages: 'Pages', reports: 'Reports', nothing: 'Nothing found for “%{text}”.', searching: 'Searching…',
    failed: 'The search did not answer.', results: '%{smart_count} result |||| %{smart_count} results', more: 'More: open the list with this search', keys: 'Arrows choose, Enter opens, Esc closes', close: 'Close', forget: 'Forget recent', new: 'New: %{name}',
  },
  hierarchy: {
    title: 'Partner hierarchy', lead: 'Three levels, with the affiliates and sub brands that hang on each partner.', open: 'Partner hierarchy', place: 'Place in the hierarchy', empty: 'There are no partners yet.', emptyText: 'Make a partner of level 1 first; others hang below it.',
    failed: 'The hierarchy could not be read.', actions: 'Actions', expand: 'Show what is below %{name}', collapse: 'Hide what is below %{name}',
    expandAll: 'Expand all', collapseAll: 'Collapse all', edit: 'Change', editNamed: 'Change %{name}', withoutPartner: 'Affiliates without a partner', moreAffiliates: 'Show more (%{shown} of %{total})', editPartner: 'Change the place and rates of %{name}',
    moveAffiliate: 'Move %{name}', parentHelp: 'A partner of level %{level}, directly above.', newPartnerHelp: 'Empty: hangs on nobody.', fromToday: 'Takes effect from today; the days before keep what held then.', save: 'Save', cancel: 'Cancel',
    saved: 'Saved: %{name}. Holds from today.', level: 'Level %{level}', keys: 'Arrow keys move through the rows; right opens a row and goes to its buttons, left goes back.', loading: 'Loading…', filter: 'Find in the hierarchy', filtered: '%{smart_count} match |||| %{smart_count} matches', add: 'New partner', list: 'Partners',
    below: '%{smart_count} partner below |||| %{smart_count} partners below', stale: 'Somebody changed this in the meantime. It was read anew; try again.',
  },
} as const

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** The shape of every language's texts for panels, account, search and hierarchy: a missing or misspelt key is a compile error. */
export type PanelsMessages = Texts<typeof panels>
