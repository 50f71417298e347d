/** The names of server-side work a resource may ask for. Each is one file under `src/api/effects/`; one that is missing there is a compile error. */
declare module '../src/config/names.ts' {
  interface ConfigurationNames {
    effect: 'recomputeToday' | 'markPartnerDays' | 'holdAutomaticPayment' | 'tellEntries' | 'endSessions' | 'endSessionsOfOneStep' | 'rememberAuthor' | 'approveSite' | 'makePartnerLevels'
    guard: 'authenticatorCode' | 'reauthentication'
    check: 'partnerHierarchy' | 'partnerLevelHierarchy' | 'actionDomain' | 'siteHost' | 'newRedirectHost' | 'allowedBrands' | 'lastRoot' | 'suspension' | 'expression'
    computed: 'trackingAddress' | 'entryAttempts' | 'entryLines' | 'isComplete' | 'paymentAttempts'
  }
}

export {}
