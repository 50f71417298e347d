import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import { reports } from '#resources/reports/index.ts'
import type { Report } from '#engine/declaration/report.ts'
import type { Client, Office } from '#tests/support/office.ts'

/** What a report answers. */
export interface AnsweredReport {
  readonly rows: readonly Readonly<Record<string, any>>[]
  readonly total: Readonly<Record<string, number | null>>
  readonly upTo: string | null
}

/** Reports made from the same activity: all but the one of entries. */
export const activityReports = Object.values(reports as Readonly<Record<string, Report>>)
  .filter(({ source }) => source === 'activity')
  .map(({ name }) => name)

/** Asks for a report. @throws where the answer is not 200 */
export async function ask(client: Client, name: string, query: string): Promise<AnsweredReport> {
  const { status, body } = await client.get(`/api/report/${name}?${query}`)
  expect({ status, code: body.code }, `${name}?${query}`).toEqual({ status: 200, code: undefined })
  return body as AnsweredReport
}

const isRatio = (column: string) => /(^|_)(margin|bonus_index)$/.test(column)

/** Adds a column of rows to the cent. */
export function sumOf(rows: AnsweredReport['rows'], column: string): number {
  return rows.reduce((sum, row) => sum + Math.round(Number(row[column] ?? 0) * 100), 0) / 100
}

/** The sums of all rows, column by column; null where a report knows none. */
export function sums({ rows, total }: AnsweredReport): Record<string, number | null> {
  return Object.fromEntries(
    Object.keys(total)
      .filter((column) => !isRatio(column))
      .map((column) => [column, total[column] === null ? null : sumOf(rows, column)]),
  )
}

/** The total without what is made from sums. */
export function additive({ total }: AnsweredReport): Record<string, number | null> {
  return Object.fromEntries(Object.entries(total).filter(([column]) => !isRatio(column)))
}

/**
 * Expects that the totals of all reports made from activity are the sums of their rows, and that what two of them show
 * is the same.
 * @returns every column's total
 */
export async function expectAgreement(
  client: Client,
  query: string,
  names: readonly string[] = activityReports,
): Promise<Record<string, number | null>> {
  const seen = new Map<string, { value: number | null; in: string }>()
  for (const name of names) {
    const answer = await ask(client, name, query)
    expect(additive(answer), `the total of ${name}?${query}`).toEqual(sums(answer))
    for (const [column, value] of Object.entries(answer.total)) {
      const before = seen.get(column)
      if (before)
        expect({ column, value, in: name }, `the same in ${before.in}`).toEqual({
          column,
          value: before.value,
          in: name,
        })
      else seen.set(column, { value, in: name })
    }
  }
  return Object.fromEntries([...seen].map(([column, { value }]) => [column, value]))
}

/**
 * What events themselves add up to: by product `bets_turnover`, over all `turnover`, and counts.
 * @param condition of events, called `fact`
 */
export async function eventSums(
  { database }: Pick<Office, 'database'>,
  condition: RawBuilder<unknown>,
): Promise<Record<string, number>> {
  const amount = (type: string, product?: string) =>
    sql`coalesce(sum(amount) filter (where type = ${type} ${
      product
        ? sql`and product =
      ${product}`
        : sql``
    }),
      0)::float8`
  const byProduct = ['bets', 'games', 'lotto'].flatMap((product) => [
    sql`${amount('bet', product)} as ${sql.id(`${product}_turnover`)}`,
    sql`${amount('win', product)} as ${sql.id(`${product}_payout`)}`,
    sql`${amount('bonus', product)} as ${sql.id(`${product}_bonus`)}`,
  ])
  const { rows } = await sql<
    Record<string, number>
  >`select ${sql.join(byProduct)}, ${amount('bet')} as turnover, ${amount('win')} as payout,
    ${amount('bonus')} as bonus, ${amount('chargeback')} as chargebacks,
      ${amount('deposit')} as deposits, ${amount('withdrawal')} as withdrawals,
        count(*) filter (where type = 'click')::integer as clicks,
        count(*) filter (where type = 'registration')::integer as registrations,
      count(*) filter (where type = 'deposit')::integer as deposit_count,
        count(*) filter (where type = 'withdrawal')::integer as withdrawal_count,
        count(*) filter (where is_first_deposit)::integer as ftd,
      count(distinct affiliate)::integer as qty_affiliates
    from event fact where affiliate is not null and ${condition}`.execute(database.db)
  return rows[0]!
}

/** Some columns of a total. */
export const picked = (total: Readonly<Record<string, number | null>>, columns: readonly string[]) =>
  Object.fromEntries(columns.map((column) => [column, total[column]]))
