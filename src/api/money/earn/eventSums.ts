import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../../config/actor.ts'
import type { EventSum } from '../../../config/answers/explanation.ts'
import type { Day } from '../../../domain/calendar.ts'
import { type Book, inBook } from '../../currency/books.ts'
import { readablePart } from '../../records/parts.ts'

/**
 * The events of an affiliate's day, by product and type: what movement was made from; in the entry's currency, of the
 * brands whose parts this actor sees.
 */
export async function readEventSums(
  db: Kysely<any>,
  input: { affiliate: number; day: Day; book: Book; actor: Actor },
): Promise<EventSum[]> {
  const { rows } = await sql<{
    product: string
    type: string
    count: number
    amount: string
  }>`select product, type, count(*) as count, sum(amount) as amount from event
    where affiliate = ${input.affiliate} and day = ${input.day}::text::date and ${inBook(sql`brand`, input.book)}
      and ${readablePart(input.actor, sql`brand`)} group by product, type order by product, type`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: Number(amount) }))
}
