import { type Kysely, sql } from 'kysely'
import type { EventSum } from '../../../config/answers/explanation.ts'
import type { Day } from '../../../domain/calendar.ts'

/** The events of an affiliate's day, by product and type: what movement was made from. */
export async function readEventSums(db: Kysely<any>, input: { affiliate: number; day: Day }): Promise<EventSum[]> {
  const { rows } = await sql<{ product: string; type: string; count: number; amount: string }>`select product, type, count(*) as count, sum(amount) as amount from event
    where affiliate = ${input.affiliate} and day = ${input.day}::text::date group by product, type order by product, type`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }))
}
