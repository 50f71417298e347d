import type { Day } from '#engine/values/calendar.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { compareMoney, Decimal, type Money, roundMoney, sumMoney, zeroMoney } from '#engine/values/money.ts'

/** From an amount on: so many percent of the whole base, less a fixed amount. */
export interface TaxBracket {
  readonly from: number
  readonly rate: number
  readonly deduct: number
}

/** A table as it holds for a payment. */
export interface TaxTable {
  readonly tax: string
  /** Taxes that are taken off its base first. */
  readonly after: readonly string[]
  readonly brackets: readonly TaxBracket[]
  /** No more than this is kept back; null where there is no limit. */
  readonly ceiling: number | null
}

/** A table with whose payments it is for, and from which day on; it holds until the next of its kind. */
export interface DatedTaxTable {
  readonly tax: string
  readonly ownerKind: 'cpf' | 'cnpj'
  /** In small letters; empty where it holds everywhere. */
  readonly municipality: string
  readonly currency: string
  readonly from: Day
  readonly brackets: readonly TaxBracket[]
  readonly ceiling: number | null
}

/** A payment, as far as it says which tables it is taxed by. */
export interface TaxedPayment {
  readonly ownerKind: DatedTaxTable['ownerKind']
  readonly municipality: string
  readonly currency: string
  readonly day: Day
}

/** What is declared of a tax, as far as it says which tables hold. */
interface TaxRule {
  readonly after?: readonly string[]
  readonly byMunicipality?: boolean
}

/**
 * The tables that a payment is taxed by, in the order of the taxes: of each the newest of its day or before; of a tax by
 * municipality the owner's own, else the one that holds everywhere.
 */
export function tablesFor(
  payment: TaxedPayment,
  { tables, taxes }: { tables: readonly DatedTaxTable[]; taxes: Readonly<Record<string, TaxRule>> },
): TaxTable[] {
  const town = payment.municipality.trim().toLowerCase()
  return Object.entries(taxes).flatMap(([tax, { after = [], byMunicipality = false }]) => {
    const newest = (municipality: string) =>
      tables
        .filter(
          (table) =>
            table.tax === tax &&
            table.ownerKind === payment.ownerKind &&
            table.currency === payment.currency &&
            table.municipality === municipality &&
            table.from <= payment.day,
        )
        .toSorted((one, other) => other.from.localeCompare(one.from))[0]
    const found = (byMunicipality && town !== '' ? newest(town) : undefined) ?? newest('')
    return found ? [{ tax, after, brackets: found.brackets, ceiling: found.ceiling }] : []
  })
}

/** What is kept back of a payment for one tax. */
export interface Withheld {
  readonly tax: string
  /** Of the payee's month with this payment. */
  readonly base: Money
  readonly rate: number
  readonly value: Money
  /** What of the month's tax was kept back of the payments before. */
  readonly before: Money
}

/** What a payee was paid in a month before a payment, and what was kept back of it, by tax. */
export interface TaxedMonth {
  readonly gross: Money
  readonly withheld: Readonly<Record<string, Money>>
}

const noMonth: TaxedMonth = { gross: zeroMoney, withheld: {} }

const least = (one: Money, other: Money) => (compareMoney(one, other) <= 0 ? one : other)

/**
 * What is kept back of a payment, by the tables in their order, and what is left: what the payee's month comes to with
 * it, less what was kept back in the month already, so that it does not matter how a month is split. No tax is below
 * zero, and all of them together are never more than the payment.
 */
export function withhold(
  gross: Money,
  tables: readonly TaxTable[],
  month: TaxedMonth = noMonth,
  currency?: string,
): { lines: Withheld[]; net: Money } {
  const places = decimalsOf(currency)
  const lines: Withheld[] = []
  let net = gross
  const paid = sumMoney([gross, month.gross])
  for (const { tax, after, brackets, ceiling } of tables) {
    const taken = after.map((other) =>
      new Decimal(month.withheld[other] ?? 0).plus(lines.find((line) => line.tax === other)?.value ?? 0).negated(),
    )
    const base = sumMoney([paid, ...taken])
    const before = roundMoney(month.withheld[tax] ?? 0)
    const bracket = brackets
      .filter(({ from }) => compareMoney(base, from) >= 0)
      .toSorted((one, other) => other.from - one.from)[0]
    if (!bracket) continue
    const due = roundMoney(new Decimal(base).times(bracket.rate).dividedBy(100).minus(bracket.deduct), places)
    const ofMonth = ceiling === null ? due : least(due, roundMoney(ceiling, places))
    const limited = least(sumMoney([ofMonth, new Decimal(before).negated()]), net)
    if (compareMoney(limited, zeroMoney) <= 0) continue
    lines.push({ tax, base, rate: bracket.rate, value: limited, before })
    net = sumMoney([net, new Decimal(limited).negated()])
  }
  return { lines, net }
}
