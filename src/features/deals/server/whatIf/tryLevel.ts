import type { Kysely } from 'kysely'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { readPartnerRuleSet } from '#features/commission/server/calculation/partnerRules.ts'
import { beginningOfTime } from '#features/commission/server/calculation/ruleSet.ts'
import type { SimulationResult, SimulatedRange } from './simulation.ts'
import { tryPartnerBook } from './tryPartners.ts'

/** A formula that nothing stored stands behind. */
const unsaved = 0

/**
 * What partners would have earned on past days by an edited formula of their level, as if it had always been so, against
 * what they did earn. Partners of levels below read what those above earned, so that theirs may change too.
 */
export async function simulateLevel(
  db: Kysely<AnyTables>,
  {
    level,
    expression,
    currency,
    days,
  }: { level: number; expression: string; currency: string | null; days: SimulatedRange },
): Promise<SimulationResult> {
  const stored = await readPartnerRuleSet(db)
  const formerly = stored.levels.findLast(({ record }) => record === level)?.currency ?? null
  const book = {
    ...stored,
    levels: [
      ...stored.levels.filter(({ record }) => record !== level),
      { id: unsaved, record: level, from: beginningOfTime, expression, currency: currency ?? formerly },
    ],
    compiled: new Map(),
  }
  return {
    ...(await tryPartnerBook(db, { book, days })),
    above: null,
    carries: false,
    asksPlayers: null,
    isOfProduct: false,
  }
}
