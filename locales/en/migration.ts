/** Moving in from another system, step by step. */
export const migration = {
  lead: 'Bring affiliates, links, balances and history from the former system, in this order. Each step first shows what it would do.',
  kit: 'Former system',
  other: 'Another system',
  campaign: 'Campaign of the links',
  newBrand: 'Add a brand',
  brandFirst: 'Choose the brand to begin.',
  done: '%{count} imported',
  notYet: 'Not yet',
  noControl: 'Import daily totals, or state their totals, to compare.',
  stated: {
    paste: 'Paste their totals',
    type: 'Type a month',
    pasteHelp:
      'Copy them from their spreadsheet or report: column names in the first line, then one line a month. What you state counts instead of what files add up to.',
    table: 'Totals by month',
    example: 'Month\tRegistrations\tFTD\tNGR\n2026-08\t120\t45\t18250.40',
    typeHelp: 'State only what you want to compare.',
    monthHelp: 'Such as 2026-08, 08/2026 or Aug 2026.',
    by: 'stated',
  },
  steps: {
    start: {
      title: 'First day here',
      help: 'The day from which you pay here. What came before is shown in reports and earns no commission. It is set on the company.',
    },
    deals: {
      title: 'Deals',
      help: 'For each plan over there, create a reward profile of the same name. It holds a reward for each product, which you create right there. In the spreadsheet of affiliates, the plan column gives each their profile.',
    },
    affiliates: {
      title: 'Affiliates',
      help: 'A spreadsheet with ID, name and e-mail. Document, plan and status where you have them: affiliates without some stay incomplete and are paid once you fill it in. Importing again fills in what was missing.',
    },
    links: {
      title: 'Links',
      help: 'A spreadsheet with tracker, name and the affiliate’s ID. Old links go on working under /t/ and the tracker.',
    },
    balances: {
      title: 'Opening balances',
      help: 'A spreadsheet with the affiliate’s ID and balance owed; negative carryover and date, if any (without a date, the day before the first day here). Another person approves all at once; if you created their account, let them send the file and approve it yourself. No day up to the date of the balance is paid again.',
    },
    totals: {
      title: 'Activity',
      help: 'Daily totals, events or a list of players. The columns of %{kit} are recognised: %{columns}.',
    },
    past: {
      title: 'Past payments',
      help: 'A spreadsheet with number, date, the affiliate’s ID, gross, withholding, net and status. For reference only: nothing is paid again.',
    },
    control: {
      title: 'Compare by month',
      help: 'What the files state, what is recorded here now, and the difference.',
    },
  },
  opening: {
    unknown: 'Nobody here has this ID; import the affiliates first, or take the row out',
    columns: {
      affiliate: 'affiliate ID',
      day: 'date',
      currency: 'currency',
      value: 'balance',
      carried: 'negative carryover',
    },
    choose: 'Choose spreadsheet of balances',
    would: 'Will be sent for approval',
    count: '%{smart_count} balance |||| %{smart_count} balances',
    carried: 'Set off against coming revenue',
    held: 'Held until released',
    unchanged: 'Recorded already',
    propose: 'Send for approval',
    waits: 'waits for another person',
    approved: 'approved',
    approve: 'Approve all',
    done: 'Balances approved',
    sent: 'Sent. Another person approves them here.',
  },
}
