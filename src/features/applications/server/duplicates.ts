import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { ApplicationDuplicate, DuplicateField } from '../answers/applications.ts'
import { comparableHost, comparableSite, phoneDigits } from '#rules/applications.ts'
import type { siteKinds } from '#rules/sites.ts'
import { arrayOf } from '#engine/server/database/arrays.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import type { ApplicationRow } from './readApplication.ts'

/** So many are shown. */
const shownMax = 20

/** The same in SQL as {@link comparableSite} and {@link comparableHost}, of addresses as they are kept. */
const siteOf = (address: string) => sql`regexp_replace(regexp_replace(regexp_replace(lower(${sql.ref(address)}),
  '^https?://(www\\.)?', ''), '[?#].*$', ''), '/+$', '')`
const hostOf = (address: string) => sql`regexp_replace(substring(lower(${sql.ref(address)})
  from '^https?://(?:www\\.)?([^/?#:]+)'), '\\.$', '')`

const sameSite = (sites: readonly string[]) =>
  sql`exists (select from jsonb_to_recordset(other.sites) listed (address text)
    where ${siteOf('listed.address')} = any(${arrayOf('text', sites)}))`

/** Kinds of sites that are a host of their own; of profiles and channels the whole address is what is theirs. */
const ownHosts = ['website', 'blog'] as const satisfies readonly (typeof siteKinds)[number][]

/** An affiliate declared a site of the same host, or the same profile elsewhere. */
function declaredSame(addresses: readonly string[]): RawBuilder<unknown> {
  const hosts = addresses.flatMap((address) => comparableHost(address) ?? [])
  const sites = addresses.map(comparableSite)
  return sql`exists (select from affiliate_site declared where declared.affiliate = other.id
    and (${siteOf('declared.address')} = any(${arrayOf('text', sites)})
      or (declared.kind = any(${arrayOf('text', ownHosts)})
        and ${hostOf('declared.address')} = any(${arrayOf('text', hosts)}))))`
}

interface Row {
  id: number
  name: string
  state: ApplicationDuplicate['state']
  on: DuplicateField[]
}

function asked(conditions: Readonly<Partial<Record<DuplicateField, RawBuilder<unknown>>>>) {
  const entries = Object.entries(conditions)
  return {
    any: sql.join(
      entries.map(([, condition]) => sql`coalesce(${condition}, false)`),
      sql` or `,
    ),
    on: sql`array_remove(array[${sql.join(
      entries.map(([field, condition]) => sql`case when ${condition} then ${sql.lit(field)} end`),
    )}], null)`,
  }
}

/**
 * The affiliates and applications, of those whom the reader sees, that say the same as an application: its e-mail, tax
 * id, telephone or a site; of affiliates any site of the same host, which they declared. The affiliate that the
 * application became is none.
 */
export async function readDuplicates(
  db: Kysely<any>,
  actor: Actor,
  { id, company, email, cpf, phone, sites }: ApplicationRow,
): Promise<ApplicationDuplicate[]> {
  const same = { email: sql`other.email = nullif(${email}::text, '')`, cpf: sql`other.cpf = nullif(${cpf}::text, '')` }
  const addresses = sites.map(({ address }) => address)
  const ofAffiliates = asked({ ...same, site: declaredSame(addresses) })
  const ofApplications = asked({
    ...same,
    phone: sql`regexp_replace(other.phone, '\\D', '', 'g') = nullif(${phoneDigits(phone ?? '')}::text, '')`,
    site: sameSite(addresses.map(comparableSite)),
  })
  const affiliates = await sql<Row>`select other.id, other.name, null as state, ${ofAffiliates.on} as on
    from affiliate other where (${ofAffiliates.any}) and other.company = ${company}::bigint
      and other.id is distinct from (select became.affiliate from application became where became.id = ${id}::bigint)
      and ${scopeCondition({ actor, resource: resources.affiliate, alias: 'other' })}
    order by other.id limit ${shownMax}`.execute(db)
  const applications = await sql<Row>`select other.id, other.name, other.state, ${ofApplications.on} as on
    from application other where other.id <> ${id}::bigint and (${ofApplications.any})
      and other.company = ${company}::bigint
      and ${scopeCondition({ actor, resource: resources.application, alias: 'other' })}
    order by other.id desc limit ${shownMax}`.execute(db)
  const shown = (object: ApplicationDuplicate['object'], rows: readonly Row[]) =>
    rows.map((row) => ({ object, ...row, id: Number(row.id) }))
  return [...shown('affiliate', affiliates.rows), ...shown('application', applications.rows)]
}
