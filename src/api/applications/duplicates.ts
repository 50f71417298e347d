import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '../../../resources/index.ts'
import type { Actor } from '../../config/actor.ts'
import type { ApplicationDuplicate, DuplicateField } from '../../config/answers/applications.ts'
import { comparableSite, phoneDigits } from '../../domain/applications.ts'
import { arrayOf } from '../database/arrays.ts'
import { scopeCondition } from '../visibility/scope.ts'
import type { ApplicationRow } from './readApplication.ts'

/** So many are shown. */
const shownMax = 20

const site = sql`regexp_replace(regexp_replace(regexp_replace(lower(listed.address), '^https?://(www\\.)?', ''),
  '[?#].*$', ''), '/+$', '')`
const sameSite = (sites: readonly string[]) =>
  sql`exists (select from jsonb_to_recordset(other.sites) listed (address text) where ${site} = any(${arrayOf('text', sites)}))`

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
 * id, telephone or a site.
 */
export async function readDuplicates(
  db: Kysely<any>,
  actor: Actor,
  { id, company, email, cpf, phone, sites }: ApplicationRow,
): Promise<ApplicationDuplicate[]> {
  const same = { email: sql`other.email = nullif(${email}::text, '')`, cpf: sql`other.cpf = nullif(${cpf}::text, '')` }
  const ofAffiliates = asked(same)
  const ofApplications = asked({
    ...same,
    phone: sql`regexp_replace(other.phone, '\\D', '', 'g') = nullif(${phoneDigits(phone ?? '')}::text, '')`,
    site: sameSite(sites.map(({ address }) => comparableSite(address))),
  })
  const affiliates = await sql<Row>`select other.id, other.name, null as state, ${ofAffiliates.on} as on
    from affiliate other where (${ofAffiliates.any}) and other.company = ${company}::bigint
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
