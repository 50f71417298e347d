import { compareMoney, Decimal, type Money, roundMoney, sumMoney, zeroMoney } from './money.ts'

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
