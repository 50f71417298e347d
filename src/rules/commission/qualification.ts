import type { RewardRule } from './rewardRules.ts'
import { triggerFact, triggerMet } from './triggers.ts'
import type { TriggerFact, TriggerFacts } from './triggers.ts'

/**
 * The fact a CPA reward asks of each player, over its whole life: its trigger's, or its registration where there is no
 * trigger.
 */
export function qualificationFact(rule: RewardRule): TriggerFact {
  return triggerFact(rule) ?? 'registrations'
}

/**
 * Whether a player qualifies for a CPA reward, by its totals over its whole life. Without a trigger every registered
 * player does. A player qualifies once for a
 * reward: whoever keeps the qualifications must not ask again.
 * @throws {Error} when the rule is no CPA reward, its trigger is not whole, or the fact it asks for is not given
 */
export function qualifies(input: { rule: RewardRule; playerTotals: TriggerFacts }): boolean {
  const { rule, playerTotals } = input
  if (rule.productType !== 'cpa') throw new Error('Players qualify for rewards of CPA only.')
  const fact = triggerFact(rule)
  if (!fact)
    return triggerMet({
      trigger: { triggerCondition: 'registration', triggerOperation: 'count', triggerComparison: '>= 1' },
      facts: playerTotals,
    })
  return triggerMet({ trigger: rule, facts: playerTotals })
}
