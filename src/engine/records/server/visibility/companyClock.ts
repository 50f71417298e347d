import { type Kysely, sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import type { Clocked, WriteContext } from '../change.ts'

/** The clock of a company; of none, the installation's. */
export async function clockOf(db: Kysely<any>, company: unknown): Promise<Clocked> {
  if (company === null || company === undefined) return {}
  const { rows } = await sql<Clocked>`select time_zone as "timeZone" from company
    where id = ${String(company)}::text::bigint`.execute(db)
  return rows[0] ?? {}
}

/** A change by the clock of the company that it is about, where that names a zone: who acts may sit elsewhere. */
export async function byClockOf<Change extends Pick<WriteContext, 'db' | 'zone'>>(
  change: Change,
  company: unknown,
): Promise<Change> {
  const { timeZone } = await clockOf(change.db, company)
  return timeZone ? { ...change, zone: timeZone } : change
}

/** Every zone by which somebody's days are, the installation's first. */
export async function allZones(db: Kysely<any>, { environment }: Pick<AppContext, 'environment'>): Promise<string[]> {
  const { rows } = await sql<{ zone: string }>`select distinct time_zone as zone from company
    where time_zone is not null order by 1`.execute(db)
  return [...new Set([environment.businessTimeZone, ...rows.map(({ zone }) => zone)])]
}
