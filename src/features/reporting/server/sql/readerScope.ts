import { type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { visibleAmountSql, readableTable, seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import {
  isManagedByReader,
  partnerSubtree,
  scopeCondition,
  seesAll,
  visibleBrands,
} from '#engine/records/server/visibility/scope.ts'
import { readersManager, readersPartner, type ReportReader } from '../reportReader.ts'

/** The days of all affiliates below some partners, as the rows of a subquery: `affiliate, valid_from, valid_until`. */
export function spansBelow(partners: readonly number[]): RawBuilder<unknown> {
  return sql`select affiliate, valid_from, valid_until from partner_affiliate_span
    where partner = any(${idArray(partners)})`
}

/**
 * The condition that a fact's affiliate hung below somebody on its day.
 * @param spans the name under which {@link spansBelow} stands in the statement.
 */
export function isBelow(spans: string, alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${sql.table(spans)} below
    where below.affiliate = ${sql.ref(`${alias}.affiliate`)}
    and ${sql.ref(`${alias}.day`)} >= below.valid_from and ${sql.ref(`${alias}.day`)} < below.valid_until)`
}

/** Where {@link spansBelow} of the reader's partner stands in a report's statement. */
export const readerSpans = 'reader_below'

const isAffiliate = (alias: string, id: number) =>
  sql<boolean>`${sql.ref(`${alias}.affiliate`)} = ${String(id)}::bigint`

/** What narrows a reader beside the brands: its place in the hierarchy, or the one affiliate it reads. */
function placeConditions(reader: ReportReader, alias: string): RawBuilder<boolean>[] {
  const affiliate =
    reader.kind === 'affiliate' ? reader.id : reader.kind === 'session' ? reader.within?.affiliate : undefined
  return [
    ...(affiliate === undefined ? [] : [isAffiliate(alias, affiliate)]),
    ...(readersPartner(reader) === null ? [] : [isBelow(readerSpans, alias)]),
    ...(readersManager(reader) === null
      ? []
      : [isManagedByReader({ manager: readersManager(reader)! }, sql.ref(`${alias}.affiliate`))]),
  ]
}

/**
 * The condition under which a reader sees movement or commission: by brand for staff, by hierarchy for partners (see
 * {@link readerSpans}), one's own for an affiliate.
 */
export function factScope(reader: ReportReader, alias: string): RawBuilder<unknown> {
  const byBrand =
    reader.kind === 'session' && !seesAll(reader.actor)
      ? [sql<boolean>`${sql.ref(`${alias}.brand`)} in (${visibleBrands(reader.actor)})`]
      : []
  return sql.join([sql`true`, ...byBrand, ...placeConditions(reader, alias)], sql` and `)
}

/** The condition under which a reader sees entries: those of the affiliates it sees. */
export function entryScope(reader: ReportReader, alias: string): RawBuilder<unknown> {
  const seen =
    reader.kind === 'session' ? [scopeCondition({ actor: reader.actor, resource: resources.entry, alias })] : []
  return sql.join([sql`true`, ...seen, ...placeConditions(reader, alias)], sql` and `)
}

/** The condition under which a reader sees payments that another system made: those to the affiliates it sees. */
export function pastPaymentScope(reader: ReportReader, alias: string): RawBuilder<unknown> {
  const seen =
    reader.kind === 'session' ? [scopeCondition({ actor: reader.actor, resource: resources.pastPayment, alias })] : []
  return sql.join([sql`true`, ...seen, ...placeConditions(reader, alias)], sql` and `)
}

/** What reports read of entries: what is known of them at any moment. */
const entryColumns = ['id', 'day', 'affiliate', 'partner', 'kind', 'status', 'currency'] as const

/**
 * Where a reader's entries are read from: of what several brands make up, staff read the part of the brands they see.
 * @param brands of these alone, what they make up; all where nothing is said
 */
export function readerEntries(reader: ReportReader, brands?: readonly number[]): RawBuilder<unknown> {
  const actor = reader.kind === 'session' ? reader.actor : undefined
  if (!brands) return readableTable(resources.entry, actor, entryColumns)
  const isReadable = actor ? visibleAmountSql(actor, sql`part.brand`) : sql`true`
  return sql`(select ${sql.join(entryColumns.map((name) => sql.ref(`whole.${name}`)))}, own.value
    from entry whole join (select part.entry, sum(part.value) as value from entry_part part
      where part.brand = any(${idArray(brands)}) and ${isReadable} group by part.entry) own on own.entry = whole.id)`
}

/** That a part (`part`) is of a brand of the currency of the whole. */
const isOfCurrency = sql`exists (select from brand where brand.id = part.brand and brand.currency is not distinct
  from whole.currency)`

/** Where what partners earned is read from: staff read the part of the brands they see, and what no brand makes up. */
export function readerPartnerDays(reader: ReportReader): RawBuilder<unknown> {
  if (reader.kind !== 'session' || !seesOnlyOwnBrands(reader.actor, resources.entry))
    return sql.table('partner_commission')
  return sql`(select whole.day, whole.partner, whole.currency, whole.level, part.abatment, part.value, part.reward_value
      from partner_commission whole join partner_commission_part part on part.day = whole.day
        and part.partner = whole.partner and ${visibleAmountSql(reader.actor, sql`part.brand`)}
        and ${isOfCurrency}
    union all select whole.day, whole.partner, whole.currency, whole.level, whole.abatment, whole.value,
      whole.reward_value from partner_commission whole
      where not exists (select from whose_partner_day part where part.day = whole.day and part.partner = whole.partner
        and part.currency = whole.currency))`
}

/**
 * The condition under which a reader sees what a partner earned: staff see the partners they see, a partner itself and
 * those below it, an affiliate none.
 */
export function partnerScope(reader: ReportReader, alias: string): RawBuilder<unknown> {
  if (reader.kind === 'affiliate') return sql`false`
  const partner = sql.ref(`${alias}.partner`)
  const below = reader.kind === 'partner' ? reader.id : reader.within?.partner
  const inSubtree = below === undefined ? [] : [sql`${partner} in (${partnerSubtree(below)})`]
  const seen =
    reader.kind === 'session' && !seesAll(reader.actor)
      ? [
          sql`${partner} in (select seen.id from partner seen
            where ${scopeCondition({ actor: reader.actor, resource: resources.partner, alias: 'seen' })})`,
        ]
      : []
  return sql.join([sql`true`, ...inSubtree, ...seen], sql` and `)
}
