import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { hostOf, isWithin } from '#features/activity/server/write/hosts.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'

/** The hosts a brand's tracking links may lead to: of its own site, and those approved for it. */
async function approvedHosts(db: Kysely<any>, brand: unknown): Promise<string[]> {
  const { rows } = await sql<{ site: string | null; hosts: string[] }>`
    select site, array(select host from redirect_host where redirect_host.brand = brand.id order by host) as hosts
    from brand where id = ${String(brand)}::text::bigint`.execute(db)
  return rows.flatMap(({ site, hosts }) => [...[hostOf(site) ?? []].flat(), ...hosts])
}

async function refusalOf(
  db: Kysely<any>,
  { field, address, brand }: { field: string; address: unknown; brand: unknown },
): Promise<Problem[]> {
  const hosts = await approvedHosts(db, brand)
  const host = hostOf(address as string)
  return host !== null && isWithin(host, hosts)
    ? []
    : [{ field, code: 'not_allowed_address', values: { hosts: hosts.join(', ') } }]
}

/** Whoever may approve hosts need not do so apart: what they name is approved with it. */
const mayApprove = (actor: Actor) => can({ actor, resource: resources.redirectHost, operation: 'create' })

/** A link leads to approved hosts of its brand, by each of its ways. Else `/t/` would be an open redirect. */
export const actionDomain: Check = async ({ transaction, operation, after, changed }) => {
  if (operation === 'remove' || !changed.some((name) => name === 'domain' || name === 'campaign' || name === 'routes'))
    return []
  const ways = (after!.routes as readonly { readonly domain?: unknown }[] | null) ?? []
  const addresses = [
    ...(after!.domain ? [{ field: 'domain', address: after!.domain }] : []),
    ...ways.flatMap(({ domain }, index) => (domain ? [{ field: `routes.${index}.domain`, address: domain }] : [])),
  ]
  if (addresses.length === 0) return []
  const {
    rows: [campaign],
  } = await sql<{
    brand: number
  }>`select brand from campaign where id = ${String(after!.campaign)}::text::bigint`.execute(transaction)
  if (!campaign) return []
  const problems: Problem[] = []
  for (const each of addresses) problems.push(...(await refusalOf(transaction, { ...each, brand: campaign.brand })))
  return problems
}

/** The page for visitors of suspended links is one that links of some brand of the company may lead to. */
export const ownPage: Check = async ({ transaction, id, operation, after, changed }) => {
  if (operation === 'remove' || !after!.suspendedPage || !changed.includes('suspendedPage')) return []
  const { rows } = await sql<{ id: number }>`select id from brand where company = ${id}::text::bigint`.execute(
    transaction,
  )
  const hosts: string[] = []
  for (const brand of rows) hosts.push(...(await approvedHosts(transaction, brand.id)))
  const host = hostOf(after!.suspendedPage as string)
  return host !== null && isWithin(host, hosts)
    ? []
    : [{ field: 'suspendedPage', code: 'not_allowed_address', values: { hosts: hosts.join(', ') } }]
}

/** A sub brand's site is on an approved host, unless whoever names it may approve one. */
export const siteHost: Check = async ({ transaction, actor, operation, after, changed }) => {
  if (
    operation === 'remove' ||
    !after!.site ||
    !changed.some((name) => name === 'site' || name === 'brand') ||
    mayApprove(actor)
  )
    return []
  return refusalOf(transaction, { field: 'site', address: after!.site, brand: after!.brand })
}

/** Approves the host of a sub brand's site, named by somebody who may; it stands in the register and in the log. */
export const approveSite: Effect = async ({ transaction, actor, http, batch, context, after }) => {
  const host = hostOf(after!.site as string | null)
  if (host === null || isWithin(host, await approvedHosts(transaction, after!.brand))) return
  const { rows } = await sql<{
    id: number
  }>`insert into redirect_host (host, brand) values (${host}::text, ${String(after!.brand)}::text::bigint)
    on conflict do nothing returning id`.execute(transaction)
  const changes = [
    { field: 'host', before: null, after: host },
    { field: 'brand', before: null, after: after!.brand },
  ]
  for (const { id } of rows) {
    await logActivity(transaction, {
      actor,
      request: http,
      operation: 'create',
      object: 'redirectHost',
      objectId: id,
      changes,
      batch,
      at: context.now(),
    })
  }
}

/** A host is approved once for a brand. */
export const newRedirectHost: Check = async ({ transaction, operation, after }) => {
  if (operation !== 'create') return []
  const { rows } = await sql`select from redirect_host where host = ${String(after!.host)}::text
      and brand = ${String(after!.brand)}::text::bigint`.execute(transaction)
  return rows.length === 0 ? [] : [{ field: 'host', code: 'already_taken' }]
}
