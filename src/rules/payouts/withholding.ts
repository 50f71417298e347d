import type { Day } from '#engine/values/calendar.ts'
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
  readonly base: Money
  readonly rate: number
  readonly value: Money
}

const least = (one: Money, other: Money) => (compareMoney(one, other) <= 0 ? one : other)

/**
 * What is kept back of an amount, by the tables in their order, and what is left. No tax is below zero, and all of them
 * together are never more than the amount.
 */
export function withhold(gross: Money, tables: readonly TaxTable[]): { lines: Withheld[]; net: Money } {
  const lines: Withheld[] = []
  let net = gross
  for (const { tax, after, brackets, ceiling } of tables) {
    const before = lines.filter((line) => after.includes(line.tax)).map(({ value }) => new Decimal(value).negated())
    const base = sumMoney([gross, ...before])
    const bracket = brackets
      .filter(({ from }) => compareMoney(base, from) >= 0)
      .toSorted((one, other) => other.from - one.from)[0]
    if (!bracket) continue
    const due = roundMoney(new Decimal(base).times(bracket.rate).dividedBy(100).minus(bracket.deduct))
    const limited = least(ceiling === null ? due : least(due, roundMoney(ceiling)), net)
    if (compareMoney(limited, zeroMoney) <= 0) continue
    lines.push({ tax, base, rate: bracket.rate, value: limited })
    net = sumMoney([net, new Decimal(limited).negated()])
  }
  return { lines, net }
}
