import { type Kysely, type RawBuilder, sql } from 'kysely'
import { setAsOf } from '#engine/server/database/systemHistory.ts'
import { ApiError } from '#engine/server/http/errors.ts'

const momentText = (at: RawBuilder<unknown>) =>
  sql<string>`to_char(coalesce(${at}, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The last change that a transaction sees: asked again as of its moment, everything is as the transaction sees it. */
export const lastMomentSql = sql`select ${momentText(sql`max(at)`)} from known_change`

/** The first moment of which something can be said. */
export async function firstMoment(db: Kysely<any>): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ moment: string }>`select ${momentText(sql`min(at)`)} as moment from known_change`.execute(db)
  return row!.moment
}

/** Reads as of a moment, in a transaction that names it; now where none is given. */
export async function asOf<Result>(
  db: Kysely<any>,
  knownAt: string | undefined,
  read: (reading: Kysely<any>) => Promise<Result>,
): Promise<Result> {
  if (knownAt === undefined) return read(db)
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await sql`select ${setAsOf(knownAt)}`.execute(transaction)
      return read(transaction)
    })
}

/**
 * Refuses a moment of which nothing can be said.
 * @param name of the parameter that gave it
 * @throws ApiError 422 `not_known_then` before what is kept begins; 400 for one that has not been
 */
export async function checkMoment(db: Kysely<any>, knownAt: string | undefined, name = 'knownAt'): Promise<void> {
  if (knownAt === undefined) return
  const {
    rows: [kept],
  } = await sql<{ since: Date; is_before: boolean; is_after: boolean }>`select min(at) as since,
    ${knownAt}::text::timestamptz < min(at) as is_before,
    ${knownAt}::text::timestamptz > clock_timestamp() + interval '1 minute' as is_after from known_change`.execute(db)
  if (kept!.is_after) throw new ApiError('invalid_request', { values: { reason: `${name} is a moment that has been` } })
  if (kept!.is_before) throw new ApiError('not_known_then', { values: { since: kept!.since.toISOString() } })
}

/** The moment of the last change there is: as of it everything is as it is now. */
export async function lastMoment(db: Kysely<any>): Promise<string> {
  const {
    rows: [row],
  } = await sql<{ moment: string }>`select (${lastMomentSql}) as moment`.execute(db)
  return row!.moment
}
