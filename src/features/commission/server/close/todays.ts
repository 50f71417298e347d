import { type Kysely, sql } from 'kysely'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { Environment } from '#engine/server/environment.ts'
import type { PayeeKind } from '#rules/payouts/payments.ts'

/** Which day it is for each company: one moment can lie on two. */
export interface Todays {
  /** For those that name no zone. */
  readonly usual: Day
  /** For those that do. */
  readonly byCompany: ReadonlyMap<number, Day>
}

/** The same day for everybody. */
export const oneToday = (usual: Day): Todays => ({ usual, byCompany: new Map() })

/** Which day it is for each company at a moment. */
export async function readTodays(
  db: Kysely<any>,
  { environment, at }: { environment: Pick<Environment, 'businessTimeZone'>; at: Date },
): Promise<Todays> {
  const { rows } = await sql<{ id: number; zone: string }>`select id, time_zone as zone from company
    where time_zone is not null`.execute(db)
  return {
    usual: businessDay({ at, zone: environment.businessTimeZone }),
    byCompany: new Map(rows.map(({ id, zone }) => [id, businessDay({ at, zone })])),
  }
}

/** The day of a company; of none, the usual one. */
export const todayOfCompany = ({ usual, byCompany }: Todays, company: number | null): Day =>
  byCompany.get(company ?? 0) ?? usual

/** The day of each of some owners. */
export async function todayOfOwners(
  db: Kysely<any>,
  { kind, owners, todays }: { kind: PayeeKind; owners: readonly number[]; todays: Todays },
): Promise<(owner: number) => Day> {
  if (todays.byCompany.size === 0) return () => todays.usual
  const { rows } = await sql<{ id: number; company: number | null }>`select id, company from ${sql.table(kind)}
    where id = any(${idArray(owners)})`.execute(db)
  const days = new Map(rows.map(({ id, company }) => [id, todayOfCompany(todays, company)]))
  return (owner) => days.get(owner) ?? todays.usual
}
