import { sql } from 'kysely'
import type { Check } from './effect.ts'

/** The host of an address in lower case, without a leading `www.`. */
function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '')
}

/** A link leads to an address of its brand, the brand's own or a sub brand's: on the host itself or below it. Else `/t/` would be an open redirect. */
export const actionDomain: Check = async ({ transaction, operation, after, changed }) => {
  if (operation === 'remove' || !after!.domain || !changed.some((name) => name === 'domain' || name === 'campaign')) return []
  const { rows } = await sql<{ site: string }>`with owner as (select brand as id from campaign where id = ${String(after!.campaign)}::text::bigint)
    select brand.site from brand join owner on owner.id = brand.id
    union select sub_brand.site from sub_brand join owner on owner.id = sub_brand.brand`.execute(transaction)
  const hosts = rows.flatMap(({ site }) => (site ? [hostOf(site)] : []))
  const host = hostOf(after!.domain as string)
  const isOwn = hosts.some((own) => host === own || host.endsWith(`.${own}`))
  return isOwn ? [] : [{ field: 'domain', code: 'not_allowed_address', values: { hosts: hosts.join(', ') } }]
}
