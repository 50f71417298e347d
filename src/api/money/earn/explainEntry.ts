import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { Actor } from '../../../config/actor.ts'
import type { Adjustment, EntryExplanation, ExplainedLine } from '../../../config/answers/explanation.ts'
import type { Day } from '../../../domain/calendar.ts'
import type { Money } from '../../../domain/money.ts'
import { ownerOf } from '../../../domain/payments.ts'
import { bookOf } from '../../currency/books.ts'
import { firstRow } from '../../database/rows.ts'
import { ApiError } from '../../errors.ts'
import { readableTable, seesParts } from '../../visibility/parts.ts'
import { scopeCondition } from '../../visibility/scope.ts'
import { affiliatesBehind, type Asked, isBeyond, playersBehind, readableParts, readEventSums } from './behindEntry.ts'
import { explainLine, type StoredLine } from './explainLine.ts'

interface EntryRow {
  readonly id: number
  readonly day: Day
  readonly kind: 'commission' | 'adjustment' | 'advance'
  readonly status: string
  readonly value: Money
  readonly currency: string
  readonly affiliate: number | null
  readonly partner: number | null
  readonly name: string | null
  readonly is_partial: boolean
}

async function readEntry(db: Kysely<any>, actor: Actor, id: string): Promise<EntryRow> {
  const entry = await firstRow(
    db,
    sql<EntryRow>`select entry.id, entry.day::text as day, entry.kind, entry.status, entry.value, entry.currency,
        entry.affiliate, entry.partner, coalesce((select name from affiliate where id = entry.affiliate),
          (select name from partner where id = entry.partner)) as name,
        ${seesParts(actor, resources.entry) ? sql`entry.is_partial` : sql`false`} as is_partial
      from ${readableTable(resources.entry, actor)} entry where entry.id = ${id}::text::bigint
        and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}`,
  )
  if (!entry) throw new ApiError('not_found')
  return entry
}

interface AdjustingRow {
  readonly id: number
  readonly day: Day
  readonly value: Money
  readonly reason: string
}

async function readAdjustment({ db, actor, entry }: Asked, amount: number): Promise<Adjustment | null> {
  const row = await firstRow(
    db,
    sql<AdjustingRow>`select source.id, source.day::text as day, source.value, entry_adjustment.reason
      from entry_adjustment join ${readableTable(resources.entry, actor)} source
        on source.id = entry_adjustment.source_entry where entry_adjustment.entry = ${entry}`,
  )
  if (!row) return null
  const { id: sourceEntry, day: sourceDay, value, reason } = row
  return { sourceEntry, sourceDay, sourceValue: Number(value), reason, amount }
}

async function readByHand({ db, entry }: Asked): Promise<EntryExplanation['byHand']> {
  const row = await firstRow(
    db,
    sql<NonNullable<EntryExplanation['byHand']>>`select entry.reason, entry.requested_by as "requestedBy",
        entry.approved_by as "approvedBy", asked.file_name as file
      from entry join entry_request asked on asked.entry = entry.id where entry.id = ${entry}`,
  )
  return row ?? null
}

async function readAdjustedBy({ db, actor, entry }: Asked): Promise<EntryExplanation['adjustedBy']> {
  const { rows } = await sql<AdjustingRow>`
    select entry.id, entry.day::text as day, entry.value, entry_adjustment.reason
    from entry_adjustment join ${readableTable(resources.entry, actor)} entry on entry.id = entry_adjustment.entry
    where entry_adjustment.source_entry = ${entry} order by entry_adjustment.number`.execute(db)
  return rows.map(({ id, value, ...rest }) => ({ entry: id, ...rest, value: Number(value) }))
}

async function readLines(db: Kysely<any>, entry: number): Promise<StoredLine[]> {
  const { rows } = await sql<StoredLine>`
    select product, trim_scale(base)::text as base, rate, rule_version as "ruleVersion", amount, detail
    from entry_line where entry = ${entry}
    order by array_position(array['bets', 'games', 'lotto', 'cpa', 'partner'], product)`.execute(db)
  return rows
}

/**
 * Explains an entry by what it was computed from at the time: the accumulated measures it kept and the rule version it
 * names. Later events and rules do not change the explanation.
 * @throws ApiError 404 outside the scope
 */
export async function explainEntry(
  db: Kysely<any>,
  { actor, id: asText }: { actor: Actor; id: string },
): Promise<EntryExplanation> {
  const { affiliate, partner, name, is_partial: hasMore, ...entry } = await readEntry(db, actor, asText)
  const { id, day, kind, currency } = entry
  const owner = ownerOf({ affiliate, partner })
  const asked: Asked = { db, actor, entry: id, owner, day, book: await bookOf(db, currency) }
  const kept = await readLines(db, id)
  const isPartial = seesParts(actor, resources.entry) && (hasMore || (await isBeyond(asked, kept)))
  const lines: ExplainedLine[] = []
  for (const line of isPartial ? [] : kept) lines.push(await explainLine(db, line))
  const [cpa, formula] = ['cpa', 'partner'].map((product) => lines.find((line) => line.product === product))
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const value = Number(entry.value)
  return {
    entry: { ...entry, value, owner: { ...owner, name } },
    events: owner.kind === 'affiliate' && kind === 'commission' ? await readEventSums(asked) : [],
    lines,
    players: cpa ? await playersBehind(asked, cpa) : [],
    below: formula ? await affiliatesBehind(asked, formula) : [],
    adjustment: await readAdjustment(asked, value),
    byHand: await readByHand(asked),
    adjustedBy: await readAdjustedBy(asked),
    total: kind !== 'commission' || isPartial ? value : cents / 100,
    ...(isPartial ? { isPartial, parts: await readableParts(asked) } : {}),
  }
}
