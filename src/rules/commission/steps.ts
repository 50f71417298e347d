import type { DecimalValue } from '#engine/values/money.ts'
import { Decimal, decimalOf } from '#engine/values/money.ts'
import type { DeductionOutcome } from '../deals/deductions.ts'
import type { EdgeOutcome } from '../deals/gameGroups.ts'
import type { GateOutcome } from '../deals/tierMinimums.ts'
import type { MinimumOutcome } from '../deals/minimums.ts'
import { type OverrideOutcome, type paidByPlace, overrideCriteria } from '../deals/overrides.ts'
import type { Quarantined } from '../deals/quarantine.ts'
import type { paidByStage, StageOutcome } from '../deals/milestones.ts'
import type { FlatFeeOutcome } from '../deals/introAndFees.ts'
import type { BandFact, TierFact, TierSpan } from '../deals/constants.ts'
import type { PeriodResult } from './commission.ts'
import type { CarryOver } from './constants.ts'
import type { Rated, RateStep } from './rates.ts'
import type { RewardRule } from './rewardRules.ts'
import type { TriggerOutcome } from './triggers.ts'

/**
 * One step from sums to what was earned, for the page that explains an entry. Numbers are decimal strings, unrounded.
 */
export type CommissionStep =
  | {
      readonly kind: 'measure'
      readonly name: 'ggr' | 'admin_fee' | 'ngr'
      readonly formula: string
      readonly inputs: Readonly<Record<string, string>>
      readonly result: string
    }
  | { readonly kind: 'base'; readonly name: RewardRule['subType']; readonly result: string }
  | ({ readonly kind: 'trigger' } & TriggerOutcome)
  | ({ readonly kind: 'minimum' | 'feeMinimum' } & MinimumOutcome)
  | ({ readonly kind: 'deduction' } & DeductionOutcome)
  | ({ readonly kind: 'gate' } & GateOutcome)
  | { readonly kind: 'lowered' }
  | { readonly kind: 'tierBase'; readonly fact: TierFact; readonly span: TierSpan; readonly actual: string }
  | { readonly kind: 'bands'; readonly fact: BandFact; readonly players: string; readonly amount: string }
  | { readonly kind: 'players'; readonly percentage: string | null; readonly base: string; readonly amount: string }
  | ({ readonly kind: 'override' } & OverrideOutcome)
  | ({ readonly kind: 'stage' } & StageOutcome)
  | { readonly kind: 'launch'; readonly months: string }
  | { readonly kind: 'flatFee'; readonly fee: string; readonly isMet: boolean; readonly isPaid: boolean }
  | ({ readonly kind: 'edge' } & EdgeOutcome)
  | { readonly kind: 'playerCeiling'; readonly amount: string; readonly result: string }
  | { readonly kind: 'quarantine'; readonly amount: string; readonly result: string }
  | { readonly kind: 'quarantineSetOff'; readonly amount: string; readonly result: string }
  | { readonly kind: 'setOff'; readonly amount: string; readonly result: string }
  | { readonly kind: 'withheld'; readonly amount: string; readonly result: string }
  | { readonly kind: 'released'; readonly amount: string; readonly result: string }
  | { readonly kind: 'floor'; readonly floor: string; readonly amount: string }
  | { readonly kind: 'ceiling'; readonly ceiling: string; readonly amount: string }
  | RateStep
  | { readonly kind: 'openingBalance'; readonly balance: string; readonly result: string }
  | {
      readonly kind: 'negative'
      readonly carryOver: CarryOver
      readonly amount: string
      readonly carried: string
      readonly result: '0'
    }

/** What players with a value each came to; null where a rate says it of all. */
export function bandSteps(
  { bands, bandFact }: RewardRule,
  players: Decimal,
  { amount }: Rated,
): CommissionStep[] | null {
  if ((bands ?? []).length === 0 || !bandFact) return null
  return [{ kind: 'bands', fact: bandFact, players: players.toFixed(), amount: amount.toFixed() }]
}

/** A part at a rate of its own. */
export function textOf(
  rule: RewardRule,
  part: { override: number | null; percentage: Decimal | null; base: Decimal; amount: Decimal },
): CommissionStep {
  const [base, amount, percentage] = [part.base.toFixed(), part.amount.toFixed(), part.percentage?.toFixed() ?? null]
  return part.override === null
    ? { kind: 'players', percentage, base, amount }
    : {
        kind: 'override',
        of: overrideCriteria(rule.overrides?.[part.override] ?? {}),
        percentage,
        value: null,
        base,
        amount,
      }
}

/** Players that were paid by an override. */
export const placedStep = ({ of, value, players, amount }: ReturnType<typeof paidByPlace>[number]): CommissionStep => ({
  kind: 'override',
  of,
  percentage: null,
  value: value.toFixed(),
  base: players.toFixed(),
  amount: amount.toFixed(),
})

/** A further part that was paid for players. */
export const stagedStep = ({
  stage,
  players,
  value,
  amount,
}: ReturnType<typeof paidByStage>[number]): CommissionStep => ({
  kind: 'stage',
  stage,
  players: players.toFixed(),
  value: value.toFixed(),
  amount: amount.toFixed(),
})

/** What decided the tier. */
export function tierStep({ tierBase, tierSpan }: RewardRule, actual: string): CommissionStep {
  return { kind: 'tierBase', fact: tierBase!, span: tierSpan ?? 'period', actual }
}

/** A flat fee and what it asks for. */
export function feeSteps(outcome: FlatFeeOutcome | null): CommissionStep[] {
  if (!outcome) return []
  const { fee, isMet, isPaid, minimums } = outcome
  return [
    ...minimums.map((minimum) => ({ kind: 'feeMinimum', ...minimum }) as const),
    { kind: 'flatFee', fee: fee.toFixed(), isMet, isPaid },
  ]
}

/** What of a period's commission was withheld against what stands apart. */
export function setOffByMonthSteps(set: Decimal | undefined, left: Decimal): CommissionStep[] {
  if (!set?.greaterThan(0)) return []
  return [{ kind: 'quarantineSetOff', amount: set.toFixed(), result: left.toFixed() }]
}

/** What losses of other products took. */
export function setOffSteps(taken: Decimal | undefined, left: Decimal): CommissionStep[] {
  return !taken || taken.isZero() ? [] : [{ kind: 'setOff', amount: taken.toFixed(), result: left.toFixed() }]
}

/** What high rollers changed of the base. */
export function quarantineSteps(quarantined: Quarantined | undefined, base: Decimal): CommissionStep[] {
  if (!quarantined || quarantined.added.isZero()) return []
  return [{ kind: 'quarantine', amount: quarantined.added.toFixed(), result: base.toFixed() }]
}

/** What players brought beyond what counts of each. */
export function cutSteps(cut: Decimal | undefined, base: Decimal): CommissionStep[] {
  return !cut || cut.isZero() ? [] : [{ kind: 'playerCeiling', amount: cut.toFixed(), result: base.toFixed() }]
}

/** What was carried into a period, and out of it. */
export function balanceSteps(period: PeriodResult & { carryOver: CarryOver; carried: DecimalValue }): CommissionStep[] {
  const steps: CommissionStep[] = []
  if (!period.openingBalance.isZero()) {
    steps.push({ kind: 'openingBalance', balance: period.openingBalance.toFixed(), result: period.total.toFixed() })
  }
  if (period.total.lessThan(0)) {
    steps.push({
      kind: 'negative',
      carryOver: period.carryOver,
      amount: period.total.toFixed(),
      carried: decimalOf(period.carried).toFixed(),
      result: '0',
    })
  }
  return steps
}
