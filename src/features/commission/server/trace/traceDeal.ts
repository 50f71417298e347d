import { type Kysely, sql } from 'kysely'
import type { TracedCondition, TracedRule } from '../../answers/trace.ts'
import type { Day } from '#engine/values/calendar.ts'
import { type DealCase, stateOf } from '#rules/deals/caseStates.ts'
import { conditionStandings, conditionsMetOn, ruleForPlayer, takesCountry } from '#rules/deals/conditions.ts'
import { countriesOf } from '#rules/deals/terms.ts'
import { Decimal } from '#engine/values/money.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { readPlayerFacts } from '../calculation/dealFacts.ts'
import { readPlayerPlace } from '../calculation/playerOrigins.ts'
import { beginningOfTime, endOfTime, type RewardVersion } from '../calculation/ruleSet.ts'

/** A day on which everything that was told lies before. */
const lastDay = '9999-12-31'

interface Asked {
  readonly player: { readonly id: number; readonly affiliate: number | null }
  readonly version: RewardVersion
  readonly from: Day
  readonly until: Day
}

/** How a player stands under a rule, and the day on which it fulfilled it. */
export interface TracedStanding {
  readonly outcome: TracedRule['outcome']
  readonly conditions: TracedCondition[]
  readonly reached: Day | null
}

type Case = DealCase & { readonly reward: number; readonly knownTo: Day }

/** What closes made of a player under a deal, up to the last day they followed. */
async function readCase(db: Kysely<any>, player: number): Promise<Case | undefined> {
  return firstRow(
    db,
    sql<Case>`select player, reward, met_day::text as "metDay", approval_day::text as "approvalDay",
      paid_day::text as "paidDay", ended_day::text as "endedDay", ended_by as "endedBy",
      coalesce((select max(day) from closed_day), met_day)::text as "knownTo"
      from cpa_case where player = ${player}::bigint`,
  )
}

/**
 * Why a player stands under a deal as it does: what each of its conditions came to, and what closes made of it. A
 * condition of an alternative says which.
 */
export async function traceDeal(db: Kysely<any>, { player, version, from, until }: Asked): Promise<TracedStanding> {
  const { rule, reward } = version
  const affiliates = player.affiliate === null ? [] : [player.affiliate]
  const range = { from: beginningOfTime, to: lastDay, forgetsKept: true, only: player.id }
  const [known] = await readPlayerFacts(db, { version, from, affiliates }, range)
  if (!known) return { outcome: 'not_reached', conditions: [], reached: null }
  const { facts } = known
  const place = await readPlayerPlace(db, version.rule, known)
  const day = until === endOfTime || until > lastDay ? lastDay : until
  const days = { from: known.since > from ? known.since : from, until, to: lastDay }
  const reached = conditionsMetOn(rule, facts, days, place)
  const own = ruleForPlayer(rule, facts, reached ?? day, place)
  const standings = conditionStandings(own, facts, reached ?? day)
  const conditions = standings.flatMap((alternative, index) =>
    alternative.map(({ condition, actual, needed, isMet }): TracedCondition => ({
      code: 'deal',
      isMet,
      alternative: index + 1,
      fact: condition.fact,
      ...(condition.comparator ? { comparator: condition.comparator } : {}),
      actual: Number(actual),
      needed: Number(needed ?? condition.amount),
      missing: Decimal.max(0, new Decimal(needed ?? condition.amount).minus(actual)).toNumber(),
      since: null,
    })),
  )
  const isFrom = takesCountry(rule, facts.country)
  const country: TracedCondition[] = countriesOf(rule) ? [{ code: 'country', isMet: isFrom, since: null }] : []
  const kept = await readCase(db, player.id)
  const isOwn = kept?.reward === reward && from <= kept.metDay && kept.metDay < until
  const stands = isOwn ? stateOf(kept, kept.knownTo) : null
  const outcome =
    stands === 'approved' ? 'qualified' : (stands ?? (reached === null ? 'not_reached' : 'waits_for_close'))
  return {
    outcome: !isOwn && kept && reached !== null ? 'paid_before' : outcome,
    conditions: [...country, ...conditions],
    reached,
  }
}
