import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { Adjustment, EntryExplanation, EventsBehind, ExplainedLine } from '../../answers/explanation.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import { earnedKinds, type EntryKind, payeeOf } from '#rules/payouts/payments.ts'
import { bookOf } from '#features/currency/server/currencyGroups.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { readableTable, seesOnlyOwnBrands } from '../partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { affiliatesBehind, type EntryQuery, isBeyond, entryPlayers, readableParts } from './entrySources.ts'
import { entryTotals } from './entryTotals.ts'
import { type EventFilter, listEvents, sumEvents } from './entryEvents.ts'
import { explainLine } from './explainLine.ts'
import { type StoredLines, readStoredLines, spanOf } from './storedLines.ts'

interface EntryRow {
  readonly id: number
  readonly day: Day
  readonly kind: EntryKind
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
        ${seesOnlyOwnBrands(actor, resources.entry) ? sql`entry.is_partial` : sql`false`} as is_partial
      from ${readableTable(resources.entry, actor)} entry where entry.id = ${id}::text::bigint
        and ${scopeCondition({ actor, resource: resources.entry, alias: 'entry' })}`,
  )
  if (!entry) throw new ApiError('not_found')
  return entry
}

/** Who of the operator's people wrote something is no matter of the affiliate or partner whose session it is. */
export const withoutColleagues = <Said extends { readonly requestedBy: unknown; readonly approvedBy: unknown } | null>(
  { kind }: Actor,
  said: Said,
): Said =>
  (kind === 'affiliate' || kind === 'partner') && said ? { ...said, requestedBy: null, approvedBy: null } : said

interface AdjustingRow {
  readonly id: number
  readonly day: Day
  readonly value: Money
  readonly reason: string
}

async function readByHand({ db, entry }: EntryQuery): Promise<EntryExplanation['byHand']> {
  const row = await firstRow(
    db,
    sql<NonNullable<EntryExplanation['byHand']>>`select entry.reason, entry.requested_by as "requestedBy",
        entry.approved_by as "approvedBy", asked.file_name as file
      from entry join entry_request asked on asked.entry = entry.id where entry.id = ${entry}`,
  )
  return row ?? null
}

async function readAdjustedBy({ db, actor, entry }: EntryQuery): Promise<EntryExplanation['adjustedBy']> {
  const { rows } = await sql<AdjustingRow>`
    select entry.id, entry.day::text as day, entry.value, entry_adjustment.reason
    from entry_adjustment join ${readableTable(resources.entry, actor)} entry on entry.id = entry_adjustment.entry
    where entry_adjustment.source_entry = ${entry} order by entry_adjustment.number`.execute(db)
  return rows.map(({ id, value, ...rest }) => ({ entry: id, ...rest, value: Number(value) }))
}

interface Found extends StoredLines {
  readonly entry: EntryRow
  readonly asked: EntryQuery
  readonly isPartial: boolean
}

/** An entry with what is kept of how it came about. @throws ApiError 404 outside the scope */
async function findEntry(db: Kysely<any>, { actor, id: asText }: { actor: Actor; id: string }): Promise<Found> {
  const entry = await readEntry(db, actor, asText)
  const { id, day, currency } = entry
  const owner = payeeOf(entry)
  const asked: EntryQuery = { db, actor, entry: id, owner, day, book: await bookOf(db, currency) }
  const kept = await readStoredLines(asked)
  const isPartial =
    seesOnlyOwnBrands(actor, resources.entry) && (entry.is_partial || (await isBeyond(asked, linesOf(kept))))
  return { ...kept, entry, asked, isPartial }
}

const linesOf = ({ lines, adjusted }: StoredLines) => [
  ...lines,
  ...(adjusted?.before ?? []),
  ...(adjusted?.after ?? []),
]

async function withBrandNames(db: Kysely<any>, lines: readonly ExplainedLine[]): Promise<ExplainedLine[]> {
  const ids = lines.flatMap(({ brand }) => brand ?? [])
  if (ids.length === 0) return [...lines]
  const { rows } = await sql<{ id: number; name: string }>`select id, name from brand
    where id = any(${idArray(ids)})`.execute(db)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return lines.map((line) => (line.brand === undefined ? line : { ...line, brandName: names.get(line.brand) ?? '' }))
}

async function explainAll(
  { db, book: { currency } }: EntryQuery,
  lines: StoredLines['lines'],
): Promise<ExplainedLine[]> {
  const explained: ExplainedLine[] = []
  for (const line of lines) explained.push(await explainLine(db, line, currency))
  return withBrandNames(db, explained)
}

async function explainAdjustment({ asked, adjusted, isPartial }: Found, amount: number): Promise<Adjustment | null> {
  if (!adjusted) return null
  const { before, after, ...rest } = adjusted
  return {
    ...rest,
    amount,
    before: isPartial ? [] : await explainAll(asked, before),
    after: isPartial || after === null ? null : await explainAll(asked, after),
  }
}

/**
 * Explains an entry by what it was computed from at the time: the accumulated measures it kept and the rule version it
 * names. Later events and rules do not change the explanation. An adjustment is explained by how its day was reckoned
 * before and how it was due when it was written, with the events that came in between.
 * @throws ApiError 404 outside the scope
 */
export async function explainEntry(db: Kysely<any>, given: { actor: Actor; id: string }): Promise<EntryExplanation> {
  const found = await findEntry(db, given)
  const { asked, isPartial, computedAt } = found
  const { affiliate: _, partner: __, name, is_partial: ___, ...entry } = found.entry
  const { owner } = asked
  const lines = isPartial ? [] : await explainAll(asked, found.lines)
  const cpa = lines.filter(({ product }) => product === 'cpa')
  const formula = lines.find(({ product }) => product === 'partner' || product === 'referral')
  const cents = lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  const value = Number(entry.value)
  const span = spanOf(found, asked)
  const isSummed = owner.kind === 'affiliate' || found.adjusted !== null
  return {
    entry: { ...entry, value, owner: { ...owner, name } },
    computedAt,
    events: span && isSummed ? await sumEvents(asked, span, found.adjusted ? null : computedAt) : [],
    dailyTotals: found.adjusted === null ? await entryTotals(asked) : [],
    lines,
    players: cpa.length > 0 ? await entryPlayers(asked, cpa) : [],
    below: formula ? await affiliatesBehind(asked, formula) : [],
    adjustment: await explainAdjustment(found, value),
    byHand: withoutColleagues(asked.actor, await readByHand(asked)),
    adjustedBy: await readAdjustedBy(asked),
    total: !(earnedKinds as readonly string[]).includes(entry.kind) || isPartial ? value : cents / 100,
    ...(isPartial ? { isPartial, parts: await readableParts(asked) } : {}),
  }
}

/**
 * The events behind an entry: those of its day, each with whether it came after the lines were reckoned; of an
 * adjustment those that came late and made it.
 * @throws ApiError 404 outside the scope
 */
export async function entryEvents(
  db: Kysely<any>,
  { filter, ...given }: { actor: Actor; id: string; filter: EventFilter },
): Promise<EventsBehind> {
  const found = await findEntry(db, given)
  const span = spanOf(found, found.asked)
  if (!span) return { rows: [], count: 0, amount: 0 }
  return listEvents(found.asked, span, { ...filter, split: found.adjusted ? null : found.computedAt })
}
