import { type Kysely, sql } from 'kysely'
import { type Earned, earned, type EarnedStep } from '../../../domain/commission/commission.ts'
import type { ProductType } from '../../../domain/commission/constants.ts'
import { compilePartnerExpression, type PartnerValues } from '../../../domain/commission/partners.ts'
import type { RewardRule } from '../../../domain/commission/rewardRules.ts'
import { triggerFact } from '../../../domain/commission/triggers.ts'
import type { ExplainedLine, ExplainedSide, ExplainedStep } from '../../../config/answers/explanation.ts'
import type { Day } from '../../../domain/calendar.ts'
import { baseMeasures, forEach } from '../../../domain/measures.ts'
import { Decimal, type Money, roundMoney } from '../../../domain/money.ts'
import type { LineDetail } from './earnings.ts'

/** A line as it is kept. */
export interface StoredLine {
  readonly product: ProductType | 'partner'
  readonly base: string
  readonly rate: string | null
  readonly ruleVersion: number | null
  readonly amount: Money
  /** {@link LineDetail}; of a partner {@link PartnerDetail}. */
  readonly detail: object
}

/** What a partner's line keeps: the formula and what it read, to the day before and to the day. */
interface PartnerDetail {
  readonly periodStart: Day
  readonly level: number
  readonly expression: string
  readonly before: PartnerValues
  readonly after: PartnerValues
}

interface RuleRow {
  id: number
  valid_from: Day | null
  name: string
  rule: RewardRule & Record<string, unknown>
}

async function readRule(db: Kysely<any>, id: number): Promise<RuleRow | null> {
  const {
    rows: [row],
  } = await sql<RuleRow>`select history.id, case when isfinite(history.valid_from) then history.valid_from::text end as
      valid_from, reward.name, json_build_object('productType', reward.product_type,
      'subType', history.sub_type, 'calculation', history.calculation, 'adminFee', history.admin_fee, 'percentage',
        history.percentage, 'value', history.value, 'tiers', history.tiers,
      'tierMode', history.tier_mode, 'triggerCondition', history.trigger_condition, 'triggerOperation',
        history.trigger_operation, 'triggerComparison', history.trigger_comparison) as rule
    from reward_history history join reward on reward.id = history.record where history.id = ${id}`.execute(db)
  return row ?? null
}

/** Decimal strings of a step as numbers, so that a page can show and add them. */
function numbersOf(value: unknown): unknown {
  if (typeof value === 'string') return /^-?[0-9]+(?:\.[0-9]+)?$/.test(value) ? Number(value) : value
  if (Array.isArray(value)) return value.map(numbersOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, numbersOf(each)]))
  return value
}

function sideOf(outcome: Earned, players: number | undefined): ExplainedSide {
  const measures = outcome.measures
    ? Object.fromEntries(Object.entries(outcome.measures).map(([name, amount]) => [name, amount.toNumber()]))
    : { qty_cpa: players ?? 0 }
  return {
    measures,
    steps: outcome.steps.map((step: EarnedStep) => numbersOf(step) as ExplainedStep),
    exact: outcome.amount.toNumber(),
    earned: Number(roundMoney(outcome.amount)),
  }
}

function earnedAgain(rule: RewardRule, detail: LineDetail, side: 'before' | 'after'): Earned {
  const fact = rule.productType === 'cpa' ? null : triggerFact(rule)
  const facts = fact && detail.facts ? { [fact]: detail.facts[side === 'before' ? 0 : 1] } : {}
  return earned({
    rule,
    sums: forEach(baseMeasures, (name) => detail[side]?.[baseMeasures.indexOf(name)] ?? '0'),
    facts,
    qualifiedPlayers: (side === 'before' ? detail.playersBefore : detail.playersAfter) ?? 0,
    carryOver: detail.carryOver ?? 'none',
    openingBalance: detail.openingBalance ?? 0,
  })
}

async function explainReward(db: Kysely<any>, line: StoredLine): Promise<ExplainedLine> {
  const row = line.ruleVersion === null ? null : await readRule(db, line.ruleVersion)
  if (!row) throw new Error(`The rule version ${line.ruleVersion} of a line is not there any more.`)
  const detail = line.detail as LineDetail
  const before = sideOf(earnedAgain(row.rule, detail, 'before'), detail.playersBefore)
  const after = sideOf(earnedAgain(row.rule, detail, 'after'), detail.playersAfter)
  const rounding = { earned: after.earned, earnedBefore: before.earned, amount: Number(line.amount) }
  return {
    product: line.product,
    base: Number(line.base),
    rate: line.rate === null ? null : Number(line.rate),
    amount: Number(line.amount),
    periodStart: detail.periodStart,
    ruleVersion: { id: row.id, validFrom: row.valid_from, name: row.name, rule: row.rule },
    before,
    after,
    rounding,
    isReproduced: new Decimal(after.earned).minus(before.earned).equals(line.amount),
  }
}

function partnerSide(text: string, values: PartnerValues): ExplainedSide {
  const compiled = compilePartnerExpression(text)
  const result = compiled.ok ? compiled.expression(values) : null
  const exact = result?.ok ? Decimal.max(0, result.value) : new Decimal(0)
  const step = {
    kind: 'expression' as const,
    expression: text,
    result: result?.ok ? result.value.toNumber() : null,
    counted: exact.toNumber(),
  }
  return {
    measures: numbersOf(values) as Record<string, number>,
    steps: [step],
    exact: exact.toNumber(),
    earned: Number(roundMoney(exact)),
  }
}

async function explainPartner(db: Kysely<any>, line: StoredLine): Promise<ExplainedLine> {
  const {
    rows: [row],
  } = await sql<{
    id: number
    valid_from: Day | null
    name: string
    expression: string
  }>`select history.id, case when isfinite(history.valid_from) then history.valid_from::text end as valid_from,
    partner_level.name, history.expression from partner_level_history history
      join partner_level on partner_level.id = history.record where history.id = ${line.ruleVersion}`.execute(db)
  const {
    expression: text,
    level,
    periodStart,
    before: valuesBefore,
    after: valuesAfter,
  } = line.detail as PartnerDetail
  const [before, after] = [partnerSide(text, valuesBefore), partnerSide(text, valuesAfter)]
  return {
    product: line.product,
    base: Number(line.base),
    rate: line.rate === null ? null : Number(line.rate),
    amount: Number(line.amount),
    periodStart,
    ruleVersion: row
      ? { id: row.id, validFrom: row.valid_from, name: row.name, rule: { expression: text, level } }
      : null,
    before,
    after,
    rounding: { earned: after.earned, earnedBefore: before.earned, amount: Number(line.amount) },
    isReproduced: new Decimal(after.earned).minus(before.earned).equals(line.amount),
  }
}

/** Explains one line. */
export function explainLine(db: Kysely<any>, line: StoredLine): Promise<ExplainedLine> {
  return line.product === 'partner' ? explainPartner(db, line) : explainReward(db, line)
}
