import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { eventProperties } from '#rules/activity/events.ts'

const dataFolder = process.env.SHARED_DATA ?? resolve(import.meta.dirname, '../../../../../../shared/data')

/** The real feeds and what they add up to; `isThere` is false where this machine does not have them. */
export const football = sharedFeed('football-2014-15.feed.csv.gz', 'football-2014-15.expected.json')
/** See {@link football}. */
export const lottery = sharedFeed('lottery-2025-10.feed.csv', 'lottery-2025-10.expected.json')

/** Sums by link and month, as they stand in the files of expected sums. */
export type Totals = Record<string, Record<string, Record<string, string | number>>>

function sharedFeed(feed: string, expected: string) {
  const path = join(dataFolder, feed)
  return {
    path,
    isThere: existsSync(path),
    expected: () => JSON.parse(readFileSync(join(dataFolder, expected), 'utf8')) as Totals,
  }
}

/** Movement by link and month, in the shape of the expected sums. */
export async function monthlyTotals(database: Pick<Database, 'db'>, brand: number): Promise<Totals> {
  const { rows } = await sql<Record<string, string | number> & { token: string; month: string }>`
    select action.token, to_char(movement.day, 'YYYY-MM') as month, sum(bonus) as bonus, sum(clicks)::integer as clicks,
      sum(deposits) as deposits, sum(payout) as payout,
      sum(registrations)::integer as registrations, sum(turnover) as turnover
    from movement join action on action.id = movement.action where movement.brand = ${brand} group by 1, 2
      order by 1, 2`.execute(database.db)
  const totals: Totals = {}
  for (const { token, month, ...sums } of rows) (totals[token] ??= {})[month] = sums
  return totals
}

/** Both as numbers of cents and counts, only what is expected: an absent sum is a sum of 0. */
export function comparable(totals: Totals, like: Totals): Totals {
  return Object.fromEntries(
    Object.entries(like).map(([token, months]) => [
      token,
      Object.fromEntries(
        Object.entries(months).map(([month, sums]) => [
          month,
          Object.fromEntries(Object.keys(sums).map((name) => [name, Number(totals[token]?.[month]?.[name] ?? 0)])),
        ]),
      ),
    ]),
  )
}

const folder = mkdtempSync(join(tmpdir(), 'feed-test-'))
let serial = 0

/** Writes a feed file of these bytes. @returns its path */
export function writeFeed(content: string | Buffer, ending = 'csv'): string {
  serial += 1
  const path = join(folder, `feed${serial}.${ending}`)
  writeFileSync(path, content)
  return path
}

/** The text of a feed with these events, its columns in the usual order. */
export function feedText(
  events: readonly Record<string, unknown>[],
  options: { columns?: readonly string[]; lineEnd?: string } = {},
): string {
  const { columns = eventProperties, lineEnd = '\n' } = options
  return [columns.join(','), ...events.map((event) => columns.map((name) => event[name] ?? '').join(',')), ''].join(
    lineEnd,
  )
}
