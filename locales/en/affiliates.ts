/** Suspending, banning and reactivating affiliates and partners. */
export const suspension = {
  title: 'Suspension',
  suspend: 'Suspend now',
  resume: 'Resume',
  suspendTitle: 'Suspend %{name} now?',
  suspendText: 'It counts from this second on and can be undone. Nothing is deleted.',
  resumeTitle: 'Resume %{name}?',
  resumeText:
    'Links count again from now on. What happened while suspended does not count. Where money is held, another person has to resume.',
  reason: 'Reason',
  wasSuspended: '%{name} is suspended',
  wasResumed: '%{name} is active again',
  since: 'Suspended since %{at} by %{name}: %{reason}',
  past: 'Suspended from %{from} to %{until} (%{reason}); resumed by %{name}: %{ended}',
  ban: 'Ban',
  banTitle: 'Ban %{name} for good?',
  banText:
    'It counts from this second on. Only another person can undo it. E-mail addresses, documents and payment keys are rejected in applications and new records.',
  alsoBan: 'Ban for good: reject e-mail, document and payment key in applications and new records',
  wasBanned: '%{name} is banned',
  bannedSince: 'Banned since %{at} by %{name}: %{reason}',
  suspendMany: 'Suspend %{smart_count} record now? |||| Suspend %{smart_count} records now?',
  resumeMany: 'Resume %{smart_count} record? |||| Resume %{smart_count} records?',
  suspendDone: '%{smart_count} suspended |||| %{smart_count} suspended',
  resumeDone: '%{smart_count} resumed |||| %{smart_count} resumed',
  linksStop: 'The link stops counting |||| The %{smart_count} links stop counting',
  effects: {
    payments: 'Nothing more is paid',
    access: 'Sign-ins end',
    links: 'Links stop counting',
    earned: 'What was earned before stays',
  },
  effectsMore: {
    payments: 'What is pending is held.',
    access: 'Sessions end; access keys stop working.',
    links: 'Visitors reach the brand’s site, without the affiliate. Clicks and players do not count.',
    earned: 'Nothing is deleted.',
  },
}

/** Ids of a record in other systems. */
export const externalIds = {
  title: 'IDs in other systems',
  lead: 'What another system calls this record. Search and lists find it by them.',
  add: 'Add ID',
  change: 'Change',
  source: 'System',
  value: 'ID',
  empty: 'Leave it empty to remove it.',
}

/** Opening the portal as an affiliate sees it. */
export const viewPortal = {
  title: "Affiliate's portal",
  lead: 'Open the portal as this affiliate sees it, for 30 minutes and read-only. The log records who opened it.',
  open: 'View portal',
}

/** The panel of an announcement. */
export const announcement = {
  title: 'Sending',
  seen: 'How affiliates see it in the portal',
  goesTo: 'Goes to %{smart_count} affiliate. |||| Goes to %{smart_count} affiliates.',
  sentTo: 'Went to %{smart_count} affiliate. |||| Went to %{smart_count} affiliates.',
}
