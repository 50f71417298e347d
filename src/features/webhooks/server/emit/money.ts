import { type Kysely, sql } from 'kysely'
import { rowsAs } from '#engine/server/database/arrays.ts'
import { emitSignal, subscriptionsFor } from './emit.ts'

/** What became of an entry. */
export interface ChangedEntry {
  readonly id: number
  readonly change: 'added' | 'corrected' | 'removed'
}

/** Signals of entries that were written or corrected; of those that go, before they are gone. */
export async function emitEntrySignals(db: Kysely<any>, entries: readonly ChangedEntry[]): Promise<void> {
  if (entries.length === 0 || (await subscriptionsFor(db, 'entryChanged')).length === 0) return
  await emitSignal(db, {
    happening: 'entryChanged',
    happened: sql`select 'entry ' || entry.id as order_key, owner.company, owner.brands, entry.affiliate,
        null::bigint as campaign, null::bigint as action, now() as at, null::text as once,
        jsonb_build_object('entry', entry.id, 'affiliate', entry.affiliate, 'partner', entry.partner, 'day', entry.day,
          'value', entry.value, 'currency', entry.currency, 'change', given.change) as known
      from ${rowsAs('given', entries, { id: 'bigint', change: 'text' })} join entry on entry.id = given.id
      join lateral (select company, brands from affiliate where affiliate.id = entry.affiliate
        union all select company, null from partner where partner.id = entry.partner) owner on true
      order by entry.id`,
  })
}

/**
 * Signals of the statements that are final once a period is locked: one for each affiliate and partner with entries in it.
 */
export async function raiseStatements(db: Kysely<any>, period: { id: number; company: number }): Promise<void> {
  if ((await subscriptionsFor(db, 'statementReady')).length === 0) return
  await emitSignal(db, {
    happening: 'statementReady',
    happened: sql`select 'period ' || period.id as order_key, period.company, owner.brands, owner.affiliate,
        null::bigint as campaign, null::bigint as action, now() as at, null::text as once,
        jsonb_build_object('affiliate', owner.affiliate, 'partner', owner.partner, 'period', period.id,
          'from', period."from", 'to', period."to") as known
      from period join (
        select id as affiliate, null::bigint as partner, company, brands from affiliate
        union all select null, id, company, null from partner) owner on owner.company = period.company
      where period.id = ${period.id}::bigint and exists (select from entry
        where (entry.affiliate = owner.affiliate or entry.partner = owner.partner)
          and entry.day between period."from" and period."to") order by owner.affiliate, owner.partner`,
  })
}

/** The signal of a sign of fraud that was raised; affiliates are not told of it. */
export async function raiseRisk(db: Kysely<any>, finding: number): Promise<void> {
  if ((await subscriptionsFor(db, 'riskRaised')).length === 0) return
  await emitSignal(db, {
    happening: 'riskRaised',
    happened: sql`select coalesce('affiliate ' || affiliate.id, 'partner ' || partner.id) as order_key,
        coalesce(affiliate.company, partner.company) as company, affiliate.brands, affiliate.id as affiliate,
        null::bigint as campaign, null::bigint as action, finding.raised_at as at, finding.id::text as once,
        jsonb_build_object('affiliate', affiliate.id, 'partner', finding.partner, 'player', finding.player,
          'risk', finding.rule, 'severity', finding.severity, 'from', finding.from_day, 'to', finding.to_day) as known
      from risk_finding finding left join player on player.id = finding.player
        left join affiliate on affiliate.id = coalesce(finding.affiliate, player.affiliate)
        left join partner on partner.id = finding.partner
      where finding.id = ${finding}::bigint`,
  })
}
