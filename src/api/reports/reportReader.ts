import { type RawBuilder, sql } from 'kysely'
import { resources } from '../../../resources/index.ts'
import type { Actor } from '../../config/actor.ts'
import type { Report } from '../../config/report.ts'
import type { AppContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import { idArray } from '../payments/arrays.ts'
import { scopeCondition, seesAll, visibleBrands } from '../records/scope.ts'

/** Who reads a report: somebody signed in, or an affiliate or partner by token. */
export type ReportReader =
  | { readonly kind: 'session'; readonly actor: Actor }
  | { readonly kind: 'affiliate'; readonly id: number }
  | { readonly kind: 'partner'; readonly id: number }

async function idOfToken(context: AppContext, table: 'affiliate' | 'partner', token: string): Promise<number> {
  const { rows: [row] } = await sql<{ id: number }>`select id from ${sql.table(table)} where token = ${token}::text`.execute(context.database.readDb)
  if (!row) throw new ApiError('unauthorized')
  return row.id
}

/**
 * Who reads a report by token, where it is open to one. @returns null where no token is given
 * @throws ApiError `unauthorized` where the token is nobody's or the report is not open to its kind
 */
export async function readerByToken(context: AppContext, input: { report: Report; affiliateToken?: string | undefined; partnerToken?: string | undefined }): Promise<ReportReader | null> {
  const { report, affiliateToken, partnerToken } = input
  if (affiliateToken !== undefined) {
    if (!report.openTo.includes('affiliateToken')) throw new ApiError('unauthorized')
    return { kind: 'affiliate', id: await idOfToken(context, 'affiliate', affiliateToken) }
  }
  if (partnerToken === undefined) return null
  if (!report.openTo.includes('partnerToken')) throw new ApiError('unauthorized')
  return { kind: 'partner', id: await idOfToken(context, 'partner', partnerToken) }
}

/** The reader behind a session: all roles of the report are needed. A partner's own session reads its own numbers. */
export function readerBySession(report: Report, actor: Actor): ReportReader {
  if (!report.openTo.includes('session')) throw new ApiError('forbidden')
  const isOwnPartner = actor.kind === 'partner' && actor.partner !== null
  if (!seesAll(actor) && !report.roles.every((role) => actor.roles.has(role)) && !(isOwnPartner && report.openTo.includes('partnerToken'))) throw new ApiError('forbidden')
  return isOwnPartner ? { kind: 'partner', id: actor.partner! } : { kind: 'session', actor }
}

/** The partner below which alone a reader sees affiliates; null where the hierarchy does not narrow. */
export function readersPartner(reader: ReportReader): number | null {
  if (reader.kind === 'partner') return reader.id
  return reader.kind === 'session' && !seesAll(reader.actor) ? reader.actor.partner : null
}

/** The days of all affiliates below some partners, as the rows of a subquery: `affiliate, valid_from, valid_until`. */
export function spansBelow(partners: readonly number[]): RawBuilder<unknown> {
  return sql`select affiliate, valid_from, valid_until from partner_affiliate_span where partner = any(${idArray(partners)})`
}

/** The condition that a fact's affiliate hung below somebody on its day. @param spans the name under which {@link spansBelow} stands in the statement. */
export function isBelow(spans: string, alias: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${sql.table(spans)} below where below.affiliate = ${sql.ref(`${alias}.affiliate`)}
    and ${sql.ref(`${alias}.day`)} >= below.valid_from and ${sql.ref(`${alias}.day`)} < below.valid_until)`
}

/** Where {@link spansBelow} of {@link readersPartner} stands in a report's statement. */
export const readerSpans = 'reader_below'

/** The condition under which a reader sees movement or commission: by brand for staff, by hierarchy for partners (see {@link readerSpans}), one's own for an affiliate. */
export function factScope(reader: ReportReader, alias: string): RawBuilder<boolean> {
  if (reader.kind === 'affiliate') return sql<boolean>`${sql.ref(`${alias}.affiliate`)} = ${String(reader.id)}::text::bigint`
  if (reader.kind === 'partner') return isBelow(readerSpans, alias)
  const { actor } = reader
  if (seesAll(actor)) return sql<boolean>`true`
  const byBrand = sql<boolean>`${sql.ref(`${alias}.brand`)} in (${visibleBrands(actor)})`
  return actor.partner === null ? byBrand : sql<boolean>`(${byBrand} and ${isBelow(readerSpans, alias)})`
}

/** The condition under which a reader sees what a partner earned: staff see the partners they see, a partner itself and those below it, an affiliate none. */
export function partnerScope(reader: ReportReader, alias: string): RawBuilder<boolean> {
  if (reader.kind === 'affiliate') return sql<boolean>`false`
  const id = reader.kind === 'partner' ? reader.id : null
  if (id !== null) {
    return sql<boolean>`${sql.ref(`${alias}.partner`)} in (with recursive subtree as (select ${String(id)}::text::bigint as id
      union select below.id from partner below join subtree on below.parent = subtree.id) select subtree.id from subtree)`
  }
  const { actor } = reader as Extract<ReportReader, { kind: 'session' }>
  if (seesAll(actor)) return sql<boolean>`true`
  return sql<boolean>`${sql.ref(`${alias}.partner`)} in (select seen.id from partner seen where ${scopeCondition({ actor, resource: resources.partner, alias: 'seen' })})`
}

/** Whether names and tokens of others are hidden from a reader. */
export function seesNames(reader: ReportReader): boolean {
  return reader.kind === 'session'
}
