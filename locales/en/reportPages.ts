/** Reports that a spreadsheet reads. */
export const liveSheets = {
  title: 'Live sheet',
  text: 'Spreadsheets read this report at an address of its own, with these filters and always current. It opens with your access at that moment and ends if you lose it.',
  make: 'Create',
  yours: 'Your live sheets',
  until: 'until %{moment}',
  end: 'End',
  fields: { name: 'Name', language: 'Language', days: 'Valid for (days)' },
  languageHelp: 'Of headings and numbers. Choose the language of your spreadsheet.',
  made: 'Live sheet created',
  once: 'Shown only now. Anyone with this address can read the report until %{moment}.',
  formula: 'Formula for Google Sheets',
  url: 'Address',
  excel: 'In Excel: Data, From Web, paste the address.',
}

/** Up to which day the figures of a brand are there. */
export const freshness = {
  upTo: 'Data up to',
  brandUpTo: 'Data of %{name} up to %{day}',
  received: 'received %{moment}',
  mayChange:
    'Figures of %{name} after %{day} are not here yet: registrations, deposits and commission from %{from} may still change',
  allUpTo: 'Data of %{smart_count} brands up to %{day}',
  lateMany:
    'Figures of %{smart_count} brands are late, the oldest since %{day}: registrations, deposits and commission may still change',
  event: 'latest event %{moment}',
  more: 'By brand',
  less: 'Hide',
  vias: { batch: 'API', postback: 'postback', file: 'file', totals: 'daily totals' },
}

/** The report of cohorts. */
export const cohorts = {
  lead: 'What the players of each month have brought since',
  map: '%{name} by cohort and month',
  players: 'Players',
  payback: 'CPA paid back in',
  paybackMonths: 'CPA paid back in (months)',
  paybackMonth: '%{smart_count} month |||| %{smart_count} months',
  sameMonth: 'the same month',
  total: 'Total',
  earlier: 'Earlier cohorts',
  none: 'No cohort',
  months: '%{smart_count} month |||| %{smart_count} months',
  monthsSince: '%{smart_count} month later |||| %{smart_count} months later',
  open: 'Cohort %{cohort}, month %{since}: %{value}. Show what it is made of',
  by: 'By',
  others: '%{smart_count} other |||| %{smart_count} others',
  parts: 'What it is made of',
  figure: 'Figure',
  layout: 'View',
  layouts: { map: 'Map', list: 'Table' },
  mode: 'How to add up',
  modes: { month: 'By month', cumulative: 'Cumulative', perPlayer: 'Per player' },
  beginnings: { registration: 'Registration', firstDeposit: 'First deposit' },
}
