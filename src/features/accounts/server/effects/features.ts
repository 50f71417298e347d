import { sql } from 'kysely'
import type { FeatureName } from '#engine/declaration/names.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'

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
} as const satisfies Partial<Record<FeatureName, unknown>>

/**
 * Nothing that decides what somebody is paid goes out of sight: what still counts is ended first, then its feature is
 * switched off.
 */
export const featuresUnused: Check = async ({ transaction, id, before, after, changed }) => {
  if (id === null || !changed.includes('switchedOff')) return []
  const was = new Set(before?.['switchedOff'] as readonly string[])
  const off = (after?.['switchedOff'] ?? []) as readonly string[]
  const asked = Object.entries(inUse).filter(([name]) => off.includes(name) && !was.has(name))
  const problems: Problem[] = []
  for (const [, { code, of }] of asked) {
    const used = await firstRow(
      transaction,
      sql<{ isUsed: boolean }>`select exists (${of}) as "isUsed" from (select ${id}::text::bigint as company) asked`,
    )
    if (used?.isUsed) problems.push({ field: 'switchedOff', code })
  }
  return problems
}

/** A new company begins with the features of its creator's company, unless it names its own. */
export const beginWithFeatures: Effect = async ({ transaction, actor, id, after }) => {
  if ((after?.['switchedOff'] as readonly string[] | null)?.length || actor.company === null) return
  await sql`update company set switched_off = maker.switched_off from company maker
    where company.id = ${id}::text::bigint and maker.id = ${actor.company}::bigint`.execute(transaction)
}
