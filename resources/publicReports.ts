/**
 * The addresses of the reports that open without a session, which a test holds to their declarations: these would weigh
 * more than the sign-in has room for.
 */
export const publicReports = [
  '/reports/affiliate/detail',
  '/reports/cpa',
  '/reports/lottery',
  '/reports/partners',
  '/reports/subIds',
] as const
