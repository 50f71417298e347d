import type { FeatureName } from '#engine/declaration/names.ts'

/** What the page of features says; loaded with it. */
export const features = {
  lead: 'Off means no menu entry, tab, field, job or notice for people of the company. Data is kept and comes back when on.',
  company: 'Company',
  everything: 'Everything is on.',
  allOn: 'Switch all on',
  staysOn: 'Stays on for now. %{reason}.',
  changed: 'Saved. The menu follows once the page is reloaded.',
  portalOff: 'The portal is switched off.',
  portalOffText: 'Your programme switched the portal off. Ask your account manager.',
  signOut: 'Sign out',
  titles: {
    affiliates: 'Affiliates',
    promotion: 'Promotion',
    money: 'Money',
    control: 'Follow-up',
    connections: 'Connections',
  },
  /** What each is for, and what holds while it is off: two lines. */
  texts: {
    portal:
      'Affiliates sign in themselves and see links, earnings and payments.\nOff, none of them signs in; reports by access key stay.',
    applications:
      'A public form where affiliates apply, approved by your team.\nOff, the form is gone and applications received are kept.',
    sites:
      'Affiliates declare where they promote and your team approves each site.\nOff, decisions already taken are kept.',
    announcements:
      'Messages to all or some affiliates, by e-mail and in the portal, in three languages.\nOff, nothing is sent or shown.',
    tags: "Your team's own words to group affiliates in lists and reports.\nOff, tags leave forms and filters.",
    agreements:
      'The terms affiliates accept, version by version, with proof of acceptance.\nCan be switched off only while no terms are published.',
    media: 'Approved banners and texts that affiliates promote with.\nOff, creatives already published stay online.',
    promoCodes: 'Codes that attribute players to an affiliate without a click.\nOff, existing codes stay in force.',
    linkDomains:
      "Domains of your own that links may lead to besides the brand's site.\nOff, those already allowed stay allowed.",
    reconciliation:
      "Reads the bank's statement and marks what was paid or came back.\nOff, payments are marked one by one.",
    invoices:
      'Affiliates send invoices that payments wait for, or you write them.\nCan be switched off only while no invoice is required.',
    withholding:
      'Withholds taxes by the tables of your accountant, with a report.\nCan be switched off only while no table is loaded.',
    periods: 'Close, check and lock months: nothing changes in them afterwards.\nOff, locked months stay locked.',
    corrections:
      'Changes a rule or the link of players from a past day, with a second person.\nOff, changes hold from today only.',
    statements:
      'A statement per affiliate and partner, with proof that nothing was altered.\nOff, entries and payments stay in their lists.',
    ledger: 'Trial balance and accounting file by account and month.\nOff, everything is still posted.',
    risk: 'Points out signs of fraud and can hold payments until someone decides.\nOff, nothing new is looked for.',
    moreReports: 'Cohorts, affiliates resume, movement and sub IDs.\nThe main reports are always on.',
    digests:
      'A daily or weekly e-mail with first deposits, changes and payments.\nOff, nothing is sent; choices are kept.',
    liveSheets: 'An address that Google Sheets and Excel read, always current.\nOff, the addresses stop answering.',
    webhooks:
      'Tells other systems about registrations, deposits and payments; affiliates get postbacks.\nOff, nothing is told, not even later.',
    assistants: 'Programs such as AI assistants read reports with your rights, read only.\nOff, no program gets in.',
    moving: 'Brings affiliates, balances and payments from another system.\nSwitch it off when the move is done.',
  } satisfies Record<FeatureName, string>,
}

type Texts<Shape> = { readonly [Key in keyof Shape]: Shape[Key] extends string ? string : Texts<Shape[Key]> }

/** The shape of every language's texts about features: a missing or misspelt key is a compile error. */
export type FeatureMessages = Texts<typeof features>
