/**
 * What a trial of a rule takes for granted, by code, in English; the pages say it in the reader's language. An answer
 * names those that hold for it.
 */
export const trialAssumptions = {
  ruleAlways:
    'The rule is taken to have always read as it was sent, also before these days; the versions it had are left aside.',
  restAsItWas: 'Everything else is taken as it was on each day: profiles, partners, percentages and all other rules.',
  sameActivity: 'Players and affiliates are taken to have done the same under this rule.',
  carriedAnew: 'What carry-over brings into the first day is reckoned anew by this rule, from the first activity on.',
  playersAsked: 'Every player is asked anew whether and when it would have qualified for CPA.',
  playersKept: 'Who qualified for CPA, and when, stays as it was: the rule changes nothing about that.',
  closedDays: 'Only days that were closed count, on both sides.',
  lateActivity: 'Activity that came after the last close of its day counts in what would have been earned alone.',
  productAlone:
    'Only what the product of this reward earned is compared; what the other products earned stays as it was.',
  earnedAlone: 'Adjustments by hand, what is withheld and what was paid are no part of it.',
} as const

/** One of {@link trialAssumptions}. */
export type TrialAssumption = keyof typeof trialAssumptions
