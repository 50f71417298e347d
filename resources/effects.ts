/**
 * The names of server-side work a resource may ask for. Each is one file under `src/features/{feature}/server/effects/` (computed values are
 * in
 * `src/engine/records/server/`); one that is missing there is a compile error.
 */
export const serverNames = {
  effect: [
    'recomputeToday',
    'markPartnerDays',
    'holdAutomaticPayment',
    'tellEntries',
    'endSessions',
    'endSessionsOfOneStep',
    'rememberAuthor',
    'approveSite',
    'makePartnerLevels',
    'numberTerms',
    'signAcceptance',
    'openSignalTarget',
    'followSignalTarget',
    'endPersonsSessions',
    'mediaToApprove',
    'siteWaits',
    'openPromoCode',
    'openApplication',
    'tellNewPerson',
    'tellNewEmail',
    'recomputeMovedIn',
  ],
  transition: ['keepSiteDecision', 'showMedia', 'postCorrection', 'closeCorrection'],
  guard: ['authenticatorCode', 'personalCode', 'reauthentication'],
  check: [
    'partnerHierarchy',
    'partnerLevelHierarchy',
    'actionDomain',
    'ownPage',
    'notBanned',
    'siteHost',
    'newRedirectHost',
    'allowedBrands',
    'lastRoot',
    'suspension',
    'expression',
    'bookedCurrency',
    'newPeriod',
    'redactable',
    'gatewayIsThere',
    'newTerms',
    'newAcceptance',
    'worseThanAccepted',
    'contractIsOver',
    'referralCycle',
    'signalTarget',
    'accountAddress',
    'wholeAffiliate',
    'mediaStays',
    'promoCodeFits',
    'movedInBeforePaid',
  ],
  computed: [
    'trackingAddress',
    'entryAttempts',
    'entryLines',
    'isComplete',
    'isSuspended',
    'paymentAttempts',
    'paymentWithheld',
    'paymentNet',
    'signalSaid',
    'authors',
    'batchSize',
    'continuesBatch',
  ],
} as const

type NamesOf<Kind extends keyof typeof serverNames> = (typeof serverNames)[Kind][number]

declare module '#engine/declaration/names.ts' {
  interface ConfigurationNames {
    effect: NamesOf<'effect'>
    transition: NamesOf<'transition'>
    guard: NamesOf<'guard'>
    check: NamesOf<'check'>
    computed: NamesOf<'computed'>
  }
}
