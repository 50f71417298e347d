import { decimalsOf, fitsCurrency } from '#engine/values/currencies.ts'
import type { DecimalValue } from '#engine/values/money.ts'

interface TooManyDecimals {
  readonly field: string
  readonly code: 'too_many_decimals'
  readonly values: { readonly max: number }
}

/** What is wrong with an amount that has more decimals than its currency (ISO 4217); null where nothing is. */
export function decimalsProblem(
  field: string,
  amount: DecimalValue | null | undefined,
  currency: string | null | undefined,
): TooManyDecimals | null {
  if (amount === null || amount === undefined || fitsCurrency(amount, currency)) return null
  return { field, code: 'too_many_decimals', values: { max: decimalsOf(currency) } }
}

/** Rule of a brand's record: its minimum is an amount of its currency. */
export const minimumFitsCurrency = (brand: {
  readonly minimumPayout?: DecimalValue | null
  readonly currency?: string | null
}): TooManyDecimals | null => decimalsProblem('minimumPayout', brand.minimumPayout, brand.currency)
