import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { SiteDeclaration } from '../answers/sites.ts'
import { storeAuthor } from '#engine/auth/server/authorship.ts'
import { approvalTermsSql, type ApprovalTerms } from '#engine/auth/server/requireAnotherPerson.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { canonical } from '#engine/activityLog/server/lines/canonical.ts'
import { authorsSql, forgetAuthors, noteAuthorSql, requireNoAuthor } from '#engine/records/server/authors.ts'
import { type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { moveState } from '#engine/records/server/moveState.ts'
import type { Effect } from '#engine/records/server/write/effect.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

interface SiteRow extends ApprovalTerms {
  readonly id: number
  readonly version: number
  readonly affiliate: number
  readonly affiliateToken: string
  readonly address: string
  readonly kind: string
  readonly language: string | null
  readonly usage: string
  readonly state: string
  readonly declaredBy: string | null
  readonly declaredAt: Date
  /** The users who wrote of it since it was approved; nobody where the affiliate alone did. */
  readonly authors: readonly number[]
}

/** The digest of what was declared, by which a copy of it is known again: SHA-256 of its canonical JSON. */
export const digestOf = (declaration: SiteDeclaration): string => hash('sha256', canonical(declaration))

/**
 * What an affiliate declares, or somebody for it, waits from now on, whatever was decided about it before; who wrote it
 * and when is kept with it.
 */
export const siteWaits: Effect = async ({ transaction, actor, id, before, http, context }) => {
  const at = context.now()
  await sql`update affiliate_site set state = 'waiting', decided_at = null, decided_by = null, reason = null,
    ${noteAuthorSql('affiliate_site', actor.userId)}, sys_declared_by = ${actor.name}::text, sys_declared_at = ${timestamp(at)}
    where id = ${id!}::text::bigint`.execute(transaction)
  // Users stand in the row itself.
  if (actor.userId === null)
    await storeAuthor(transaction, { object: 'affiliateSite', id: Number(id), what: 'declared', author: actor, at })
  const was = before?.state ?? null
  if (was === null || was === 'waiting') return
  const change = { db: transaction, actor, request: http, at, zone: context.environment.businessTimeZone }
  const changes = [{ field: 'state', before: was, after: 'waiting' }]
  await writeAuditEntry(change, { operation: 'reopen', object: 'affiliateSite', objectId: id!, changes })
}

async function lockSite({ db, actor }: WriteContext, id: number): Promise<SiteRow> {
  const isVisible = scopeCondition({ actor, resource: resources.affiliateSite, alias: 'site' })
  const row = await firstRow(
    db,
    sql<SiteRow>`select site.id, site.version, site.affiliate, affiliate.token as "affiliateToken", site.address,
        site.kind, site.language, site.usage, site.state, site.sys_declared_by as "declaredBy",
        coalesce(site.sys_declared_at, site.created_at) as "declaredAt", ${authorsSql('site')} as authors,
        ${approvalTermsSql}
      from affiliate_site site join affiliate on affiliate.id = site.affiliate
        left join company on company.id = affiliate.company
      where site.id = ${String(id)}::text::bigint and ${isVisible} for update of site`,
  )
  if (!row) throw new ApiError('not_found')
  return row
}

/** What was declared, as it is kept, proved and shown. */
const declarationOf = (row: SiteRow): SiteDeclaration => ({
  affiliate: row.affiliateToken,
  address: row.address,
  kind: row.kind,
  language: row.language,
  usage: row.usage,
  declaredAt: row.declaredAt.toISOString(),
})

/** A decision about a site: as it was looked at, and why where it is refused. */
export interface SiteDecision {
  readonly id: number
  readonly version: number
  readonly decision: 'approved' | 'refused'
  readonly reason: string | null
}

/**
 * Somebody decides about a site as it was declared. A dated copy of what was declared is kept for good, and its digest
 * stands in the log. Whoever wrote of it for the affiliate since it was approved last does not approve it.
 * @throws ApiError `not_found`, `stale_version`, `site_not_waiting`, and as {@link requireNoAuthor} does
 */
export async function decideSite(change: WriteContext, { id, version, decision, reason }: SiteDecision): Promise<void> {
  const row = await lockSite(change, id)
  const { db, actor, at } = change
  if (row.version !== version) throw new ApiError('stale_version')
  if (row.state !== 'waiting') throw new ApiError('site_not_waiting')
  if (decision === 'approved')
    await requireNoAuthor(change, { object: 'affiliateSite', id, users: row.authors, demands: row })
  const declaration = declarationOf(row)
  const digest = digestOf(declaration)
  await sql`insert into site_decision (site, affiliate, declaration, digest, declared_by, decision, decided_by, decided_at,
      reason)
    values (${id}::bigint, ${row.affiliate}::bigint, ${JSON.stringify(declaration)}::text::jsonb, ${digest}::text,
      ${row.declaredBy}::text, ${decision}::text, ${actor.name}::text, ${timestamp(at)}, ${reason}::text)`.execute(db)
  await moveState(change, {
    object: 'affiliateSite',
    id,
    operation: decision === 'approved' ? 'approve' : 'decline',
    before: row.state,
    after: decision,
    said: { decided_by: actor.name, decided_at: at.toISOString(), reason },
    proved: { declaration: digest },
    logged: { decidedBy: actor.name, ...(reason === null ? {} : { reason }) },
  })
  if (decision === 'approved') await forgetAuthors(change, { object: 'affiliateSite', id })
}
