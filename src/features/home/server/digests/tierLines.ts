import { sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import { explainEntry } from '#features/commission/server/explanation/explainEntry.ts'
import type { ExplainedLine } from '#features/commission/answers/explanation.ts'
import { isNearTier, nextTier } from '#rules/commission/nextTier.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { addDays, type Day, daysBetween, endOfMonth, startOfMonth } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import type { DigestLine, OwnNextTier } from '../../answers/digests.ts'
import type { DigestQuestion } from './digestQuestion.ts'

const entryPath = (entry: number) => `/portal/entries?entry=${entry}`

/** Rates of an affiliate that are higher than on the last day before, by the same version of the rule: a tier. */
export async function reachedTiers(context: AppContext, { actor, from, to }: DigestQuestion): Promise<DigestLine[]> {
  if (actor.affiliate === undefined) return []
  const { rows } = await sql<{ product: string; before: number; after: number; entry: number }>`
    select product, first_rate::float8 as before, last_rate::float8 as after, entry from (
      select distinct on (line.product) line.product, line.entry,
        first_value(line.rate) over told as first_rate, line.rate as last_rate, entry.day
      from entry join entry_line line on line.entry = entry.id join reward_history rule on rule.id = line.rule_version
      where entry.affiliate = ${actor.affiliate}::bigint and entry.kind = 'commission' and rule.calculation = 'dynamic'
        and line.product not in ('partner', 'referral')
        and line.rate is not null and entry.day between ${addDays(from, -1)}::text::date and ${to}::text::date
      window told as (partition by line.product, line.rule_version, line.detail ->> 'periodStart' order by entry.day)
      order by line.product, entry.day desc) reached
    where last_rate > first_rate order by product`.execute(context.database.readDb)
  return rows.map(({ product, before, after, entry }) => ({
    code: 'tier',
    product,
    before,
    after,
    path: entryPath(entry),
  }))
}

interface LastLine {
  readonly entry: number
  readonly currency: string
  readonly product: string
}

/** The last entry of the month by currency and product, of rewards with tiers that still read so. */
async function lastLines({ database }: AppContext, affiliate: number, to: Day): Promise<LastLine[]> {
  const { rows } = await sql<LastLine>`select entry, currency, product from (
      select distinct on (entry.currency, line.product) line.entry, entry.currency, line.product,
        rule.calculation = 'dynamic' and rule.valid_to is null as has_tiers
      from entry join entry_line line on line.entry = entry.id join reward_history rule on rule.id = line.rule_version
      where entry.affiliate = ${affiliate}::bigint and entry.kind = 'commission'
        and line.product not in ('partner', 'referral')
        and entry.day between ${startOfMonth(to)}::text::date and ${to}::text::date
      order by entry.currency, line.product, entry.day desc) last
    where has_tiers order by currency, product`.execute(database.readDb)
  return rows
}

function nextOf({ periodStart, ruleVersion, after }: ExplainedLine, to: Day) {
  const tierBase = after.steps.find((step) => step.kind === 'tierBase') ?? null
  return nextTier((ruleVersion as { rule: unknown } | null)?.rule as RewardRule, {
    rates: after.steps.filter((step) => step.kind === 'rate'),
    tierBase,
    daysPast: daysBetween({ from: periodStart, to }) + 1,
    daysOfPeriod: daysBetween({ from: periodStart, to: endOfMonth(to) }) + 1,
  })
}

/** Returns the tier that each product of an affiliate reaches next, as the explanation of its last entry of the month has it. */
export async function readNextTiers(context: AppContext, actor: Actor, to: Day): Promise<OwnNextTier[]> {
  if (actor.affiliate === undefined) return []
  const tiers: OwnNextTier[] = []
  for (const { entry, currency, product } of await lastLines(context, actor.affiliate, to)) {
    const { lines: explained } = await explainEntry(context.database.readDb, { actor, id: String(entry) })
    // Brands that are reckoned by themselves each have a tier of their own.
    for (const line of explained.filter((each) => each.product === product)) {
      const next = line.ruleVersion && nextOf(line, to)
      if (!next || next.missing <= 0) continue
      const brand = line.brandName === undefined ? {} : { brand: line.brandName }
      tiers.push({ entry, product, currency, ...brand, ...next })
    }
  }
  return tiers
}

/** Tiers that an affiliate has not reached yet and is near. On the last day of the month nothing more can be reached. */
export async function nearTiers(context: AppContext, { actor, to }: DigestQuestion): Promise<DigestLine[]> {
  if (to === endOfMonth(to)) return []
  const tiers = await readNextTiers(context, actor, to)
  return tiers.filter(isNearTier).map(({ entry, ...tier }) => ({ code: 'tierNear', ...tier, path: entryPath(entry) }))
}
