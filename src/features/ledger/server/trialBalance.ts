import { type Kysely, sql } from 'kysely'
import { accounts } from '#resources/accounts.ts'
import type { TrialBalance, TrialRow, TrialTotal } from '../answers/ledger.ts'
import type { Day } from '#engine/values/calendar.ts'
import { type AccountName, accountNames } from '#rules/ledger.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'

/** Whose ledger, on which days. */
export interface LedgerQuestion {
  readonly company: { readonly id: number; readonly name: string }
  readonly from: Day
  readonly to: Day
}

interface Row {
  readonly currency: string
  readonly account: AccountName
  readonly brand: number | null
  readonly name: string | null
  readonly opening: Money
  readonly debit: Money
  readonly credit: Money
  readonly closing: Money
}

const amounts = ['opening', 'debit', 'credit', 'closing'] as const

function totalOf(currency: string, rows: readonly Row[]): TrialTotal {
  const inOrder = rows.toSorted(
    (one, other) =>
      accountNames.indexOf(one.account) - accountNames.indexOf(other.account) || (one.brand ?? 0) - (other.brand ?? 0),
  )
  const sums = amounts.map((name) => [name, Number(sumMoney(rows.map((row) => row[name])))] as const)
  return {
    currency,
    rows: inOrder.map(({ account, brand, name, opening, debit, credit, closing }): TrialRow => ({
      account,
      code: accounts[account].code,
      brand: brand === null ? null : { id: brand, name: name ?? `#${brand}` },
      opening: Number(opening),
      debit: Number(debit),
      credit: Number(credit),
      closing: Number(closing),
    })),
    ...(Object.fromEntries(sums) as Record<(typeof amounts)[number], number>),
  }
}

/**
 * What each account of a company's ledger began with, what was posted to it on some days, and what it came to; one
 * block a currency.
 */
export async function readTrialBalance(db: Kysely<any>, question: LedgerQuestion): Promise<TrialBalance> {
  const { company, from, to } = question
  const isBefore = sql`day < ${from}::text::date`
  const isWithin = sql`day >= ${from}::text::date`
  const { rows } = await sql<Row>`
    select sums.*, brand.name from (
      select currency, account, brand,
        coalesce(sum(amount) filter (where ${isBefore}), 0)::numeric(20, 2) as opening,
        coalesce(sum(amount) filter (where ${isWithin} and amount > 0), 0)::numeric(20, 2) as debit,
        coalesce(-sum(amount) filter (where ${isWithin} and amount < 0), 0)::numeric(20, 2) as credit,
        sum(amount)::numeric(20, 2) as closing
      from posting where company = ${company.id}::bigint and day <= ${to}::text::date group by 1, 2, 3) sums
    left join brand on brand.id = sums.brand
    where (opening, debit, credit, closing) is distinct from (0, 0, 0, 0)`.execute(db)
  const byCurrency = [...Map.groupBy(rows, ({ currency }) => currency)].sort(([one], [other]) => (one < other ? -1 : 1))
  return { company, from, to, totals: byCurrency.map(([currency, some]) => totalOf(currency, some)) }
}
