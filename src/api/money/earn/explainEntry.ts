import { type Kysely, sql } from 'kysely'
import { resources } from '../../../../resources/index.ts'
import type { Actor } from '../../../config/actor.ts'
import type { Adjustment, EntryExplanation, ExplainedLine } from '../../../config/answers/explanation.ts'
import type { Day } from '../../../domain/calendar.ts'
import type { Money } from '../../../domain/money.ts'
import { ApiError } from '../../errors.ts'
import { scopeCondition } from '../../visibility/scope.ts'
import type { OwnerKind } from '../../../domain/payments.ts'
import { bookOf } from '../../currency/books.ts'
import { readableTable, seesParts } from '../../visibility/parts.ts'
import { affiliatesBehind, isBeyond, playersBehind, readableParts, readEventSums } from './behindEntry.ts'
import { explainLine, type StoredLine } from './explainLine.ts'

interface EntryRow {
  readonly id: number
  readonly day: Day
  readonly kind: 'commission' | 'adjustment' | 'advance'
  readonly status: string
  readonly value: Money
  readonly currency: string
  readonly owner_kind: OwnerKind
  readonly owner: number
  readonly name: string | null
  readonly is_partial: boolean
}

async function readEntry(db: Kysely<any>, actor: Actor, id: string): Promise<EntryRow> {
  const {
    rows: [entry],
  } =
    await sql<EntryRow>`select entry.id, entry.day::text as day, entry.kind, entry.status, entry.value, entry.currency,
      case when entry.affiliate is null then 'partner' else 'affiliate' end as owner_kind, coalesce(entry.affiliate,
        entry.partner) as owner,
      coalesce((select name from affiliate where id = entry.affiliate), (select name from partner
        where id = entry.partner)) as name, ${seesParts(actor, resources.entry) ? sql`entry.is_partial` : sql`false`} as
        is_partial
    from ${readableTable(resources.entry, actor)} entry where entry.id = ${id}::text::bigint
      and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}`.execute(db)
  if (!entry) throw new ApiError('not_found')
  return entry
}

async function readAdjustment(db: Kysely<any>, actor: Actor, entry: EntryRow): Promise<Adjustment | null> {
  const {
    rows: [row],
  } = await sql<{
    id: number
    day: Day
    value: Money
    reason: string
  }>`select source.id, source.day::text as day, source.value, entry_adjustment.reason
    from entry_adjustment join ${readableTable(resources.entry, actor)} source
      on source.id = entry_adjustment.source_entry where entry_adjustment.entry = ${entry.id}`.execute(db)
  return row
    ? {
        sourceEntry: row.id,
        sourceDay: row.day,
        sourceValue: Number(row.value),
        reason: row.reason,
        amount: Number(entry.value),
      }
    : null
}

async function readByHand(db: Kysely<any>, entry: number): Promise<EntryExplanation['byHand']> {
  const {
    rows: [row],
  } = await sql<
    NonNullable<EntryExplanation['byHand']>
  >`select entry.reason, entry.requested_by as "requestedBy", entry.approved_by as "approvedBy", asked.file_name as file
    from entry join entry_request asked on asked.entry = entry.id where entry.id = ${entry}`.execute(db)
  return row ?? null
}

async function readAdjustedBy(db: Kysely<any>, actor: Actor, entry: number): Promise<EntryExplanation['adjustedBy']> {
  const { rows } = await sql<{
    id: number
    day: Day
    value: Money
    reason: string
  }>`select entry.id, entry.day::text as day, entry.value, entry_adjustment.reason
    from entry_adjustment join ${readableTable(resources.entry, actor)} entry on entry.id = entry_adjustment.entry
      where entry_adjustment.source_entry = ${entry} order by entry_adjustment.number`.execute(db)
  return rows.map(({ id, value, ...rest }) => ({ entry: id, ...rest, value: Number(value) }))
}

async function readLines(db: Kysely<any>, entry: number): Promise<StoredLine[]> {
  const { rows } =
    await sql<StoredLine>`select product, trim_scale(base)::text as base, rate, rule_version as "ruleVersion", amount,
      detail from entry_line where entry = ${entry}
    order by array_position(array['bets', 'games', 'lotto', 'cpa', 'partner'], product)`.execute(db)
  return rows
}

/**
 * Explains an entry by what it was computed from at the time: the accumulated measures it kept and the rule version it
 * names. Later events and rules do not change the explanation.
 * @throws ApiError 404 outside the scope
 */
export async function explainEntry(db: Kysely<any>, input: { actor: Actor; id: string }): Promise<EntryExplanation> {
  const entry = await readEntry(db, input.actor, input.id)
  const kept = await readLines(db, entry.id)
  const book = await bookOf(db, entry.currency)
  const isPartial =
    seesParts(input.actor, resources.entry) &&
    (entry.is_partial || (await isBeyond(db, { actor: input.actor, entry, book, lines: kept })))
  const lines = isPartial ? [] : kept
  const explained: ExplainedLine[] = []
  for (const line of lines) explained.push(await explainLine(db, line))
  const [cpa, formula] = ['cpa', 'partner'].map((product) => explained.find((line) => line.product === product))
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
  return {
    entry: {
      id: entry.id,
      day: entry.day,
      kind: entry.kind,
      status: entry.status,
      value: Number(entry.value),
      currency: entry.currency,
      owner: { kind: entry.owner_kind, id: entry.owner, name: entry.name },
    },
    events:
      entry.owner_kind === 'affiliate' && entry.kind === 'commission'
        ? await readEventSums(db, { affiliate: entry.owner, day: entry.day, book, actor: input.actor })
        : [],
    lines: explained,
    players: cpa
      ? await playersBehind(db, { actor: input.actor, affiliate: entry.owner, day: entry.day, book, line: cpa })
      : [],
    below: formula
      ? await affiliatesBehind(db, { actor: input.actor, partner: entry.owner, day: entry.day, book, line: formula })
      : [],
    adjustment: await readAdjustment(db, input.actor, entry),
    byHand: await readByHand(db, entry.id),
    adjustedBy: await readAdjustedBy(db, input.actor, entry.id),
    total: entry.kind !== 'commission' || isPartial ? Number(entry.value) : cents / 100,
    ...(isPartial ? { isPartial, parts: await readableParts(db, { actor: input.actor, entry: entry.id }) } : {}),
  }
}
