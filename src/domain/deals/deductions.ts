import { Decimal, type DecimalValue } from '../money.ts'
import type { DealTerms } from './terms.ts'
import type { DeductionBase, DeductionKind } from './words.ts'

/** What is taken by name; numbers are decimal strings. */
export interface DeductionOutcome {
  readonly name: DeductionKind
  readonly of: DeductionBase
  readonly percentage: string
  readonly base: string
  readonly amount: string
}

/** What each kind is a percentage of where nobody says otherwise. */
export const usualBase: Readonly<Record<DeductionKind, DeductionBase>> = {
  bonus: 'bonus',
  tax: 'ggr',
  depositFee: 'deposits',
  adminFee: 'ggr',
  jackpot: 'turnover',
  providerFee: 'ggr',
}

const none: DeductionOutcome[] = []

/** Whether a reward takes something of deposits: these belong to no product and are shared among them. */
export function deductsDeposits({ deductions }: DealTerms): boolean {
  return (deductions ?? []).some(({ kind, of }) => (of ?? usualBase[kind]) === 'deposits')
}

/**
 * What is taken of the base of a share, one by one: a percentage of an accumulated measure, nothing of a negative one.
 * @throws {Error} when one asks for deposits and they are not given
 */
export function deduct(
  { deductions }: DealTerms,
  measures: Readonly<Record<Exclude<DeductionBase, 'deposits'>, Decimal>> | null,
  deposits: DecimalValue | undefined,
): DeductionOutcome[] {
  if (!deductions || deductions.length === 0 || !measures) return none
  return deductions.map(({ kind, of: said, percentage }) => {
    const of = said ?? usualBase[kind]
    if (of === 'deposits' && deposits === undefined) throw new Error('The deductions of this reward need deposits.')
    const base = of === 'deposits' ? new Decimal(deposits!) : measures[of]
    const amount = Decimal.max(0, base).times(percentage).dividedBy(100)
    return {
      name: kind,
      of,
      percentage: new Decimal(percentage).toFixed(),
      base: base.toFixed(),
      amount: amount.toFixed(),
    }
  })
}
