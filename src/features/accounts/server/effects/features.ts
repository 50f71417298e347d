import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { FeatureName } from '#engine/declaration/names.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'
import type { FeatureInUse } from '../../answers/features.ts'

const inUse = {
  invoices: {
    code: 'invoices_in_use',
    of: sql`select from company where id = asked.company and (invoice_required <> 'never' or self_billing)`,
  },
  withholding: { code: 'withholding_in_use', of: sql`select from tax_table where company = asked.company` },
  agreements: { code: 'agreements_in_use', of: sql`select from terms where company = asked.company` },
  corrections: {
    code: 'corrections_in_use',
    of: sql`select from correction where company = asked.company and state = 'waiting'`,
  },
  risk: {
    code: 'risk_in_use',
    of: sql`select from owner_hold held where held.cause = 'risk' and held.released_at is null
      and case held.owner_kind when 'affiliate' then (select company from affiliate where id = held.owner)
        else (select company from partner where id = held.owner) end = asked.company`,
  },
} as const satisfies Partial<Record<FeatureName, { code: ErrorCode; of: RawBuilder<unknown> }>>

/** Returns the features that still decide what a company's payees are paid, each with the code that says how to end it. */
export async function readFeaturesInUse(
  db: Kysely<any>,
  company: number | string,
  among: readonly string[] = Object.keys(inUse),
): Promise<FeatureInUse[]> {
  const asked = Object.entries(inUse).filter(([name]) => among.includes(name))
  if (asked.length === 0) return []
  const each = asked.map(
    ([name, { code, of }]) => sql`select ${name}::text as name, ${code}::text as code where exists (${of})`,
  )
  const { rows } = await sql<FeatureInUse>`with asked as (select ${company}::text::bigint as company)
    select found.name, found.code from asked, lateral (${sql.join(each, sql` union all `)}) found`.execute(db)
  return rows
}

/**
 * Nothing that decides what somebody is paid goes out of sight: what still counts is ended first, then its feature is
 * switched off.
 */
export const featuresUnused: Check = async ({ transaction, id, before, after, changed }) => {
  if (id === null || !changed.includes('switchedOff')) return []
  const was = new Set(before?.['switchedOff'] as readonly string[])
  const turnedOff = ((after?.['switchedOff'] ?? []) as readonly string[]).filter((name) => !was.has(name))
  const used = await readFeaturesInUse(transaction, id, turnedOff)
  return used.map(({ code }) => ({ field: 'switchedOff', code }))
}

/** A new company begins with the features of its creator's company, unless it names its own. */
export const beginWithFeatures: Effect = async ({ transaction, actor, id, after }) => {
  if ((after?.['switchedOff'] as readonly string[] | null)?.length || actor.company === null) return
  await sql`update company set switched_off = maker.switched_off from company maker
    where company.id = ${id}::text::bigint and maker.id = ${actor.company}::bigint`.execute(transaction)
}
