/** The names of server-side work a resource may ask for. Each is one file under `src/api/effects/`. */
export const effectNames = ['recomputeToday', 'holdAutomaticPayment', 'endSessions'] as const
export const checkNames = ['partnerHierarchy', 'partnerLevelHierarchy', 'actionDomain', 'allowedBrands', 'lastRoot', 'expression'] as const
export const computedNames = ['trackingAddress', 'entryAttempts', 'entryLines', 'isComplete', 'paymentAttempts'] as const

declare module '../src/config/names.ts' {
  interface ConfigurationNames {
    effect: (typeof effectNames)[number]
    check: (typeof checkNames)[number]
    computed: (typeof computedNames)[number]
  }
}
