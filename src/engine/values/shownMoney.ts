import { decimalsOf, fitsCurrency } from './currencies.ts'
import { moneyPlaces } from './money.ts'

/** Unambiguous currency signs; other currencies are shown by their codes. */
export const currencySigns: Readonly<Record<string, string>> = { BRL: 'R$', USD: 'US$', EUR: '€', GBP: '£' }

/**
 * An amount as letters say it: the sign or the code of its currency before it, grouped, with the currency's decimals,
 * `-US$ 1.234,50`; English leaves no space after a sign.
 * @param locale how numbers are grouped
 */
export function shownMoney(value: number, { locale, currency }: { locale: string; currency: string }): string {
  const decimals = fitsCurrency(value, currency) ? decimalsOf(currency) : moneyPlaces
  const digits = new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: 'always',
  }).format(Math.abs(value))
  const sign = currencySigns[currency]
  const space = sign && locale.startsWith('en') ? '' : '\u00a0'
  return `${value < 0 ? '-' : ''}${sign ?? currency}${space}${digits}`
}
