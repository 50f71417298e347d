import { type DecimalValue, decimalOf, moneyPlaces } from './money.ts'

/** ISO 4217: every currency in use, those of most offices first, with its decimals where they are not 2. */
const decimalsByCode: ReadonlyMap<string, number> = new Map(
  `BRL USD EUR GBP AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD3 BIF0 BMD BND BOB BSD BTN BWP BYN BZD CAD CDF CHF CLF4 CLP0 CNY COP
CRC CUP CVE CZK DJF0 DKK DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF0 GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD3 IRR ISK0 JMD JOD3 JPY0 KES
KGS KHR KMF0 KPW KRW0 KWD3 KYD KZT LAK LBP LKR LRD LSL LYD3 MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR3
PAB PEN PGK PHP PKR PLN PYG0 QAR RON RSD RUB RWF0 SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND3 TOP TRY TTD TWD
TZS UAH UGX0 UYU UYW4 UZS VED VES VND0 VUV0 WST XAF0 XCD XCG XOF0 XPF0 YER ZAR ZMW ZWG`
    .split(/\s+/)
    .map((each) => [each.slice(0, 3), each.length > 3 ? Number(each.slice(3)) : moneyPlaces] as const),
)

/** The codes of all currencies in use. */
export const allCurrencies: readonly string[] = [...decimalsByCode.keys()]

/** How many decimals amounts in a currency have (ISO 4217); 2 where nobody knows it. */
export const decimalsOf = (currency: string | null | undefined): number =>
  decimalsByCode.get(currency ?? '') ?? moneyPlaces

/** The currencies that can be booked: amounts are stored with 2 decimals, so that those with more are not among them. */
export const bookableCurrencies: readonly string[] = allCurrencies.filter((code) => decimalsOf(code) <= moneyPlaces)

/** Those that cannot: they have 3 or 4 decimals. */
export const unbookableCurrencies: readonly string[] = allCurrencies.filter((code) => decimalsOf(code) > moneyPlaces)

/** Whether an amount has no more decimals than its currency. */
export const fitsCurrency = (amount: DecimalValue, currency: string | null | undefined): boolean =>
  decimalOf(amount).decimalPlaces() <= decimalsOf(currency)

/** The names of all bookable currencies in a language, but for those that are said otherwise. */
export function currencyNames(
  language: string,
  said: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const nameOf = (code: string) => {
    const name = names.of(code) ?? code
    return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  }
  // What is said of no currency stays, so that the check of the configuration names it.
  return { ...Object.fromEntries(bookableCurrencies.map((code) => [code, nameOf(code)])), ...said }
}
