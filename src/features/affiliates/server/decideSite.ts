import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { SiteDeclaration } from '../answers/sites.ts'
import { storeAuthor } from '#engine/auth/server/authorship.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { canonical } from '#engine/activityLog/server/lines/canonical.ts'
import { noteAuthorSql } from '#engine/records/server/authors.ts'
import { writeAuditEntry, zoneOf } from '#engine/records/server/change.ts'
import type { TransitionEffect, TransitionStep } from '#engine/records/server/transitions/transitionEffect.ts'
import type { Effect } from '#engine/records/server/write/effect.ts'

interface SiteRow {
  readonly affiliate: number
  readonly affiliateToken: string
  readonly address: string
  readonly kind: string
  readonly language: string | null
  readonly usage: string
  readonly declaredBy: string | null
  readonly declaredAt: Date
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
  const change = { db: transaction, actor, request: http, at, zone: zoneOf(context, actor) }
  const changes = [{ field: 'state', before: was, after: 'waiting' }]
  await writeAuditEntry(change, { operation: 'reopen', object: 'affiliateSite', objectId: id!, changes })
}

async function readSite({ db, id }: TransitionStep): Promise<SiteRow> {
  const row = sql<SiteRow>`select site.affiliate, affiliate.token as "affiliateToken", site.address, site.kind,
      site.language, site.usage, site.sys_declared_by as "declaredBy",
      coalesce(site.sys_declared_at, site.created_at) as "declaredAt"
    from affiliate_site site join affiliate on affiliate.id = site.affiliate where site.id = ${id}::bigint`
  return (await firstRow(db, row))!
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

/** A dated copy of what was declared is kept for good with what was decided, and its digest stands in the log. */
export const keepSiteDecision: TransitionEffect = async (step) => {
  const { db, actor, at, id, to, input } = step
  const row = await readSite(step)
  const declaration = declarationOf(row)
  const digest = digestOf(declaration)
  await sql`insert into site_decision (site, affiliate, declaration, digest, declared_by, decision, decided_by, decided_at,
      reason)
    values (${id}::bigint, ${row.affiliate}::bigint, ${JSON.stringify(declaration)}::text::jsonb, ${digest}::text,
      ${row.declaredBy}::text, ${to}::text, ${actor.name}::text, ${timestamp(at)},
      ${(input['reason'] as string | undefined) ?? null}::text)`.execute(db)
  return { proved: { declaration: digest } }
}
