import { type Kysely, sql } from 'kysely'
import type { Actor } from '../../../config/actor.ts'
import type { EntryExplanation } from '../../../config/answers/explanation.ts'
import type { Day } from '../../../domain/calendar.ts'
import { Decimal } from '../../../domain/money.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { type Book, inBook } from '../../currency/books.ts'
import { readablePart } from '../../records/parts.ts'
import type { LineDetail } from './earnings.ts'
import type { StoredLine } from './explainLine.ts'

/** What of an entry each brand makes up, of the brands this actor sees. */
export async function readableParts(
  db: Kysely<any>,
  { actor, entry }: { actor: Actor; entry: number },
): Promise<NonNullable<EntryExplanation['parts']>> {
  const { rows } = await sql<{
    brand: number
    name: string
    value: string
  }>`select part.brand, brand.name, part.value from entry_part part join brand on brand.id = part.brand
    where part.entry = ${entry} and ${readablePart(actor, sql`part.brand`)} order by part.brand`.execute(db)
  return rows.map(({ value, ...part }) => ({ ...part, value: Number(value) }))
}

/**
 * The first day whose activity lines reckon with: that of their period, or of all time where a balance was carried into
 * it.
 */
function firstDay(lines: readonly StoredLine[]): Day {
  const details = lines.map(({ detail }) => detail as LineDetail)
  const isCarried = details.some(
    ({ openingBalance }) => openingBalance !== undefined && !new Decimal(openingBalance).isZero(),
  )
  return isCarried ? '-infinity' : (details.map(({ periodStart }) => periodStart).toSorted()[0] ?? 'infinity')
}

/**
 * Whether the lines of an entry reckon with brands this actor does not see: what is accumulated holds all brands of the
 * period, of a partner those of everybody below it and below the partners above,
 * whose earnings its formula may read.
 */
export async function isBeyond(
  db: Kysely<any>,
  {
    actor,
    entry,
    book,
    lines,
  }: {
    actor: Actor
    entry: { readonly owner_kind: OwnerKind; readonly owner: number; readonly day: Day }
    book: Book
    lines: readonly StoredLine[]
  },
): Promise<boolean> {
  const owners =
    entry.owner_kind === 'affiliate'
      ? sql`wide.affiliate = ${entry.owner}`
      : sql`exists (
    with recursive above as (select ${entry.owner}::bigint as id union select partner.parent from partner
      join above on above.id = partner.id where partner.parent is not null)
    select from partner_affiliate_span span where span.partner in (select id
      from above) and span.affiliate = wide.affiliate and wide.day >= span.valid_from and wide.day < span.valid_until)`
  const {
    rows: [row],
  } = await sql<{ is_beyond: boolean }>`select exists (select from whose_movement wide
    where wide.day between ${firstDay(lines)}::text::date and ${entry.day}::text::date
      and ${inBook(sql`wide.brand`, book)} and ${owners} and not ${readablePart(actor, sql`wide.brand`)}) as
      is_beyond`.execute(db)
  return row!.is_beyond
}
