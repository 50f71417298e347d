import { Decimal, type DecimalValue } from '#engine/values/money.ts'
import { type Groups, type GroupSums, groupSums } from './gameGroups.ts'
import type { DealTerms } from './terms.ts'
import type { DeductionBase, DeductionKind } from './constants.ts'

/** What is taken by name; numbers are decimal strings. */
export interface DeductionOutcome {
  readonly name: DeductionKind
  readonly of: DeductionBase
  /** Of this group of games alone. */
  readonly gameGroup?: string
  /** Of players of this country alone, or of all others. */
  readonly country?: string
  readonly percentage: string
  readonly base: string
  readonly amount: string
}

/** What each kind is a percentage of where nobody says otherwise. */
export const defaultDeductionBase: Readonly<Record<DeductionKind, DeductionBase>> = {
  bonus: 'bonus',
  tax: 'ggr',
  depositFee: 'deposits',
  withdrawalFee: 'withdrawals',
  adminFee: 'ggr',
  jackpot: 'turnover',
  providerFee: 'ggr',
  costs: 'chargebacks',
}

/** What stands for all countries that no other row of a kind names. */
export const otherCountries = 'OTHERS'

/** A country as it is compared. */
export const countryKey = (country: string): string => country.trim().toUpperCase()

/** Whether a reward takes something of single countries. */
export const deductsByCountry = ({ deductions }: DealTerms): boolean =>
  (deductions ?? []).some(({ country }) => Boolean(country))

/** What came from a country; of all others what those that rows of the kind name leave. */
function countrySums(
  country: string,
  {
    deductions,
    kind,
    measures,
    countries,
  }: {
    deductions: NonNullable<DealTerms['deductions']>
    kind: DeductionKind
    measures: GroupSums
    countries: Groups | undefined
  },
): GroupSums {
  if (!countries) throw new Error('The deductions of this reward need the countries.')
  const sumsOf = (key: string) => countries[key] ?? { turnover: zero, ggr: zero, bonus: zero }
  if (countryKey(country) !== otherCountries) return sumsOf(countryKey(country))
  const named = deductions.flatMap((row) =>
    row.kind === kind && row.country && countryKey(row.country) !== otherCountries
      ? [sumsOf(countryKey(row.country))]
      : [],
  )
  const left = (name: keyof GroupSums) => named.reduce((sum, each) => sum.minus(each[name]), measures[name])
  return { turnover: left('turnover'), ggr: left('ggr'), bonus: left('bonus') }
}

const zero = new Decimal(0)
const none: DeductionOutcome[] = []

const deductsOf = ({ deductions }: DealTerms, base: DeductionBase): boolean =>
  (deductions ?? []).some(({ kind, of }) => (of ?? defaultDeductionBase[kind]) === base)

/** Whether a reward is a share of deposits, or takes something of them: these belong to no product and are shared among them. */
export const asksDeposits = (terms: DealTerms & { readonly subType?: string | null | undefined }): boolean =>
  terms.subType === 'deposits' || deductsOf(terms, 'deposits')

/** The same of withdrawals. */
export const deductsWithdrawals = (terms: DealTerms): boolean => deductsOf(terms, 'withdrawals')

/**
 * What is taken of the base of a share, one by one: a percentage of an accumulated measure, nothing of a negative one.
 * @throws {Error} when one asks for deposits or withdrawals and they are not given
 */
export function deduct(
  { deductions }: DealTerms,
  measures: Readonly<Record<Exclude<DeductionBase, 'deposits' | 'withdrawals'>, Decimal>> | null,
  deposits: DecimalValue | undefined,
  withdrawals?: DecimalValue,
  groups?: Groups,
  countries?: Groups,
): DeductionOutcome[] {
  if (!deductions || deductions.length === 0 || !measures) return none
  return deductions.map(({ kind, of: said, percentage, gameGroup, country }) => {
    const of = said ?? defaultDeductionBase[kind]
    const own = gameGroup
      ? { ...measures, ...groupSums(groups, gameGroup) }
      : country
        ? { ...measures, ...countrySums(country, { deductions, kind, measures, countries }) }
        : measures
    const cash = of === 'deposits' ? deposits : of === 'withdrawals' ? withdrawals : own[of]
    if (cash === undefined) throw new Error(`The deductions of this reward need ${of}.`)
    const base = new Decimal(cash)
    const amount = Decimal.max(0, base).times(percentage).dividedBy(100)
    return {
      name: kind,
      of,
      ...(gameGroup ? { gameGroup } : {}),
      ...(country ? { country: countryKey(country) } : {}),
      percentage: new Decimal(percentage).toFixed(),
      base: base.toFixed(),
      amount: amount.toFixed(),
    }
  })
}
