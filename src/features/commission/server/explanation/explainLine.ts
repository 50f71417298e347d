import { type Kysely, type RawBuilder, sql } from 'kysely'
import { historyTableName } from '#engine/declaration/derive/table.ts'
import { type CommissionResult, computeCommission } from '#rules/commission/commission.ts'
import type { CommissionStep } from '#rules/commission/steps.ts'
import type { ProductType } from '#rules/commission/constants.ts'
import { compilePartnerExpression, type PartnerValues } from '#rules/commission/partners.ts'
import { minimumFacts, type ReferralBase } from '#rules/deals/constants.ts'
import { type ReferralLevel, referralSteps } from '#rules/deals/referrals.ts'
import type { RewardRule } from '#rules/commission/rewardRules.ts'
import { triggerFact } from '#rules/commission/triggers.ts'
import type { ExplainedLine, ExplainedSide, ExplainedStep } from '../../answers/explanation.ts'
import type { Day } from '#engine/values/calendar.ts'
import { baseMeasures, forEach } from '#rules/activity/measures.ts'
import { decimalsOf } from '#engine/values/currencies.ts'
import { Decimal, type Money, roundMoney } from '#engine/values/money.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { GroupsDetail, LineDetail, PartDetail } from '../calculation/types.ts'
import { overrideNames } from './overrideNames.ts'
import { currencyOfRule, ruleColumns, versionIn } from '../calculation/ruleSet.ts'

/** A line as it is kept. */
export interface StoredLine {
  readonly product: ProductType | 'partner' | 'referral'
  readonly base: string
  readonly rate: string | null
  readonly ruleVersion: number | null
  readonly amount: Money
  /** {@link LineDetail}; of a partner {@link PartnerDetail}, of referred affiliates {@link ReferralDetail}. */
  readonly detail: object
  /** Where it is of one brand, reckoned by itself. */
  readonly brand?: number
}

/** What a partner's line keeps: the formula and what it read, to the day before and to the day. */
interface PartnerDetail {
  readonly periodStart: Day
  readonly level: number
  readonly expression: string
  readonly before: PartnerValues
  readonly after: PartnerValues
}

/** What a line of referred affiliates keeps. */
export interface ReferralDetail {
  readonly periodStart: Day
  readonly levels: readonly ReferralLevel[]
}

type RuleVersion<Rule> = NonNullable<ExplainedLine['ruleVersion']> & { readonly rule: Rule }

const version = sql`history.id, case when isfinite(history.valid_from) then history.valid_from::text end as "validFrom"`

/** A version of a rule, also where a correction took it out of the history since: what was paid by it is explained by it. */
function everyVersion(object: 'reward' | 'partnerLevel' | 'rewardProfile', id: number | null): RawBuilder<unknown> {
  const table = sql.table(historyTableName(object))
  return sql`(select * from ${table} kept where kept.id = ${id} union all
    (select (jsonb_populate_record(null::${table}, content)).* from correction_version
      where object = ${sql.lit(object)} and version = ${id} and content is not null limit 1)) history`
}

const rewardVersion = (id: number | null) => sql<
  RuleVersion<RewardRule & Record<string, unknown>> & { currency: string | null }
>`
  select ${version}, reward.name, ${currencyOfRule('reward')} as currency,
    (select row_to_json(said) from (select ${sql.join(ruleColumns.map(([name, column]) => sql`${column} as ${sql.id(name)}`))}) said) as rule
  from ${everyVersion('reward', id)} join reward on reward.id = history.record`

const levelVersion = (id: number | null) => sql<Omit<RuleVersion<never>, 'rule'>>`
  select ${version}, partner_level.name from ${everyVersion('partnerLevel', id)}
  join partner_level on partner_level.id = history.record`

const profileVersion = (id: number | null) => sql<Omit<RuleVersion<never>, 'rule'>>`
  select ${version}, reward_profile.name from ${everyVersion('rewardProfile', id)}
  join reward_profile on reward_profile.id = history.record`

/** Decimal strings of a step as numbers, so that a page can show and add them. */
function numbersOf(value: unknown): unknown {
  if (typeof value === 'string') return /^-?[0-9]+(?:\.[0-9]+)?$/.test(value) ? Number(value) : value
  if (Array.isArray(value)) return value.map(numbersOf)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, numbersOf(each)]))
  return value
}

function sideOf(
  outcome: CommissionResult,
  { players, places }: { players: number | undefined; places: number },
): ExplainedSide {
  const measures = outcome.measures
    ? Object.fromEntries(Object.entries(outcome.measures).map(([name, amount]) => [name, amount.toNumber()]))
    : { qty_cpa: players ?? 0 }
  return {
    measures,
    steps: outcome.steps.map(
      (step: CommissionStep) =>
        ({ ...(numbersOf(step) as object), ...(step.kind === 'override' ? { of: step.of } : {}) }) as ExplainedStep,
    ),
    exact: outcome.amount.toNumber(),
    earned: Number(roundMoney(outcome.amount, places)),
  }
}

const sumsAgain = (sums: readonly string[] | undefined) =>
  forEach(baseMeasures, (name) => sums?.[baseMeasures.indexOf(name)] ?? '0')
const partAgain = ({ sums, ...part }: PartDetail) => ({ ...part, sums: sumsAgain(sums) })

const groupsAgain = (groups: GroupsDetail) =>
  Object.fromEntries(
    groups.map(([group, turnover, ggr, bonus]) => [
      group,
      { turnover: new Decimal(turnover), ggr: new Decimal(ggr), bonus: new Decimal(bonus) },
    ]),
  )

/** What the words of a deal were tested on then. */
function dealAgain(rule: RewardRule, detail: LineDetail, side: 'before' | 'after') {
  const at = side === 'before' ? 0 : 1
  const [actuals, tierOn, deposits] = [detail.minimums?.[at], detail.tierOn?.[at], detail.deposits?.[at]]
  const feeActuals = detail.feeOn?.[at]
  const fee = (rule.flatFeeMinimums ?? []).map(({ fact }, index) => [fact, feeActuals?.[index] ?? '0'] as const)
  const nothing = forEach(minimumFacts, () => '0')
  const totals = { ...nothing, ...Object.fromEntries(fee) }
  const tierTotals = rule.tierBase ? { ...nothing, [rule.tierBase]: tierOn ?? '0' } : nothing
  return {
    ...(actuals || feeActuals ? { totals } : {}),
    ...(actuals ? { minimumActuals: actuals } : {}),
    ...(tierOn ? { tierTotals } : {}),
    ...(detail.gateOn ? { gateActuals: detail.gateOn[at] } : {}),
    feeMoved: detail.feeMoved?.[at] ?? false,
    isFeePaid: detail.feePaid ?? false,
    withheld: detail.withheld,
    graced: detail.graced,
    ...(detail.monthPart ? { monthPart: { days: detail.monthPart[0], of: detail.monthPart[1] } } : {}),
    isLaunch: detail.launch ?? false,
    ...(detail.parts ? { parts: detail.parts[at].map(partAgain) } : {}),
    ...(deposits === undefined ? {} : { deposits }),
    ...(detail.withdrawals ? { withdrawals: detail.withdrawals[at] } : {}),
  }
}

function earnedAgain(rule: RewardRule, detail: LineDetail, side: 'before' | 'after'): CommissionResult {
  const fact = rule.productType === 'cpa' ? null : triggerFact(rule)
  const facts = fact && detail.facts ? { [fact]: detail.facts[side === 'before' ? 0 : 1] } : {}
  return computeCommission({
    rule,
    sums: sumsAgain(detail[side]),
    facts,
    ...dealAgain(rule, detail, side),
    ...(detail.playersValue ? { playersValue: detail.playersValue[side === 'before' ? 0 : 1] } : {}),
    ...(detail.placed ? { placed: detail.placed[side === 'before' ? 0 : 1] } : {}),
    ...(detail.staged ? { staged: detail.staged[side === 'before' ? 0 : 1] } : {}),
    qualifiedPlayers: (side === 'before' ? detail.playersBefore : detail.playersAfter) ?? 0,
    carryOver: detail.carryOver ?? 'none',
    openingBalance: detail.openingBalance ?? 0,
    carried: detail.carried?.[side === 'before' ? 0 : 1],
    ...(detail.taken ? { taken: new Decimal(detail.taken[side === 'before' ? 0 : 1]) } : {}),
    ...(detail.cut ? { cut: new Decimal(detail.cut[side === 'before' ? 0 : 1]) } : {}),
    ...(detail.groups ? { groups: groupsAgain(detail.groups[side === 'before' ? 0 : 1]) } : {}),
    ...(detail.countries ? { countries: groupsAgain(detail.countries[side === 'before' ? 0 : 1]) } : {}),
    ...(detail.quarantined
      ? {
          quarantined: {
            added: new Decimal(detail.quarantined[side === 'before' ? 0 : 1]),
            apart: [],
            ...(detail.stood ? { stood: new Decimal(detail.stood[side === 'before' ? 0 : 1]) } : {}),
          },
        }
      : {}),
  })
}

/** A line with what it was reckoned from. */
function explained(
  { product, base, rate, amount, brand }: StoredLine,
  found: Pick<ExplainedLine, 'periodStart' | 'ruleVersion' | 'before' | 'after'>,
): ExplainedLine {
  const { before, after } = found
  return {
    product,
    base: Number(base),
    rate: rate === null ? null : Number(rate),
    amount: Number(amount),
    ...(brand === undefined ? {} : { brand }),
    ...found,
    rounding: { earned: after.earned, earnedBefore: before.earned, amount: Number(amount) },
    isReproduced: new Decimal(after.earned).minus(before.earned).equals(amount),
  }
}

async function explainReward(db: Kysely<any>, line: StoredLine, activity: string | null): Promise<ExplainedLine> {
  const found = await firstRow(db, rewardVersion(line.ruleVersion))
  // Only where rows were written or removed beside the product.
  if (!found) throw new ApiError('line_without_rule')
  const { currency, ...stored } = found
  const kept = { version: stored.id, reward: 0, rule: stored.rule, currency, from: '' }
  const own = activity === null ? kept : versionIn(kept, activity)
  const ruleVersion = { ...stored, rule: own.rule as typeof stored.rule }
  const detail = line.detail as LineDetail
  const places = decimalsOf(activity)
  const before = sideOf(earnedAgain(ruleVersion.rule, detail, 'before'), { players: detail.playersBefore, places })
  const after = sideOf(earnedAgain(ruleVersion.rule, detail, 'after'), { players: detail.playersAfter, places })
  const names = await overrideNames(
    db,
    [before, after].flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'override' ? [step.of] : []))),
  )
  const named = (side: ExplainedSide): ExplainedSide => ({
    ...side,
    steps: side.steps.map((step) => (step.kind === 'override' ? { ...step, names: names(step.of) } : step)),
  })
  return explained(line, { periodStart: detail.periodStart, ruleVersion, before: named(before), after: named(after) })
}

function partnerSide(text: string, values: PartnerValues, places: number): ExplainedSide {
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
    earned: Number(roundMoney(exact, places)),
  }
}

async function explainPartner(db: Kysely<any>, line: StoredLine, currency: string | null): Promise<ExplainedLine> {
  const places = decimalsOf(currency)
  const { expression, level, periodStart, ...values } = line.detail as PartnerDetail
  const [before, after] = [
    partnerSide(expression, values.before, places),
    partnerSide(expression, values.after, places),
  ]
  const row = await firstRow(db, levelVersion(line.ruleVersion))
  const ruleVersion = row ? { ...row, rule: { expression, level } } : null
  return explained(line, { periodStart, ruleVersion, before, after })
}

function referralSide(levels: readonly ReferralLevel[], side: 'before' | 'after', places: number): ExplainedSide {
  const { steps, amount } = referralSteps(levels, side)
  const sumOf = (of: ReferralBase) =>
    levels
      .filter((each) => each.of === of)
      .reduce((sum, each) => sum.plus(each[side]), new Decimal(0))
      .toNumber()
  return {
    measures: {
      ...(levels.some(({ of }) => of === 'ngr') ? { ngr: sumOf('ngr') } : {}),
      ...(levels.some(({ of }) => of === 'commission') ? { affiliate_reward: sumOf('commission') } : {}),
    },
    steps: steps.map((step) => numbersOf(step) as ExplainedStep),
    exact: amount.toNumber(),
    earned: Number(roundMoney(amount, places)),
  }
}

async function explainReferral(db: Kysely<any>, line: StoredLine, currency: string | null): Promise<ExplainedLine> {
  const places = decimalsOf(currency)
  const { levels, periodStart } = line.detail as ReferralDetail
  const row = await firstRow(db, profileVersion(line.ruleVersion))
  const referralShares = levels.map(({ level, of, percentage }) => ({ level, of, percentage: Number(percentage) }))
  const ruleVersion = row ? { ...row, rule: { referralShares } } : null
  const [before, after] = [referralSide(levels, 'before', places), referralSide(levels, 'after', places)]
  return explained(line, { periodStart, ruleVersion, before, after })
}

/**
 * Explains one line of an entry.
 * @param currency of the entry: a rule that says its amounts in several is shown in it
 * @throws ApiError `line_without_rule` where it names no reward's version that is there
 */
export function explainLine(db: Kysely<any>, line: StoredLine, currency: string | null = null): Promise<ExplainedLine> {
  if (line.product === 'partner') return explainPartner(db, line, currency)
  return line.product === 'referral' ? explainReferral(db, line, currency) : explainReward(db, line, currency)
}
