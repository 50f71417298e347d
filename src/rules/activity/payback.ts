/** What a cohort came to in a month: how many months since it began, and amounts of one currency. */
export interface CohortMonth {
  readonly since: number
  readonly ngr: number
  /** What CPA was paid for its players. */
  readonly cpa: number
}

const cents = (amount: number) => Math.round(amount * 100)

/**
 * After how many months the NGR of a cohort, all in all, had covered what CPA was paid for its players, and has since.
 * Null where nothing was paid, or it is not covered.
 */
export function paybackMonth(months: readonly CohortMonth[]): number | null {
  let [balance, paid, covered] = [0, 0, null as number | null]
  for (const { since, ngr, cpa } of months.toSorted((one, other) => one.since - other.since)) {
    balance += cents(ngr) - cents(cpa)
    paid += cents(cpa)
    covered = paid > 0 && balance >= 0 ? (covered ?? since) : null
  }
  return covered
}
