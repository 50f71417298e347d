import { Decimal } from '#engine/values/money.ts'
import type { DealCondition, DealMinimum, DealOverride } from '../deals/terms.ts'
import {
  type AmountKind,
  type Numeric,
  type RewardDraft,
  type RewardProblem,
  type RewardRule,
  rewardTriggerIsWhole,
} from './rewardRules.ts'
import { parseComparison, triggerFact, type TriggerFact } from './triggers.ts'

/** Facts of a trigger that are counted: a threshold of them is a number, not an amount. */
export const countedFacts: ReadonlySet<TriggerFact> = new Set([
  'registrations',
  'firstDepositCount',
  'depositCount',
  'betCount',
])
const moneyConditions: ReadonlySet<string> = new Set(['firstDeposit', 'depositSum', 'wagerSum', 'ggr', 'ngr'])
const moneyMinimums: ReadonlySet<string> = new Set(['deposits', 'turnover', 'ggr', 'ngr'])
const moneyTiers: ReadonlySet<string> = new Set([...moneyMinimums, 'commission'])

type Said = Numeric | null | undefined
type Change = (kind: AmountKind, amount: Said) => Said

/** A record with some of its figures changed; those that say nothing stay away. */
function changed<Row extends object>(row: Row, figures: object): Row {
  const said = Object.entries(figures).filter(([name]) => name in row)
  return { ...row, ...Object.fromEntries(said) } as Row
}

/**
 * A rule with each amount of money in it replaced. What is no amount stays: shares, counts, days, so many times
 * something, and whatever the rule's product does not read.
 */
function mapAmounts(rule: RewardRule, change: Change): RewardRule {
  const isCpa = rule.productType === 'cpa'
  const isDynamic = rule.calculation === 'dynamic'
  const rows = <Row extends object>(list: readonly Row[] | null | undefined, map: (row: Row) => Row) =>
    list ? list.map(map) : list
  const condition = <Row extends DealCondition | DealOverride>(row: Row, isMore: object = {}): Row =>
    changed(row, {
      ...isMore,
      ...(row.fact && moneyConditions.has(row.fact) && !row.timesOf ? { amount: change('condition', row.amount) } : {}),
    })
  const minimum = (row: DealMinimum): DealMinimum =>
    changed(row, {
      ...(moneyMinimums.has(row.fact) ? { amount: change('minimum', row.amount) } : {}),
      ...(row.fact === 'smallDeposits' ? { upTo: change('minimum', row.upTo) } : {}),
    })
  const tiersCountMoney = rule.tierBase ? moneyTiers.has(rule.tierBase) : !isCpa
  const bandsCountMoney = rule.bandFact ? moneyConditions.has(rule.bandFact) : false
  const fact = triggerFact(rule)
  const threshold = fact && !countedFacts.has(fact) ? parseComparison(rule.triggerComparison!) : null
  return changed(rule, {
    ...(isCpa
      ? {
          value: change('value', rule.value),
          launchValue: change('value', rule.launchValue),
          loweredValue: change('value', rule.loweredValue),
        }
      : {}),
    ...(threshold === null ? {} : { triggerComparison: `>= ${change('condition', threshold)}` }),
    ceiling: change('limit', rule.ceiling),
    floor: change('limit', rule.floor),
    quarantineAbove: change('limit', rule.quarantineAbove),
    playerCeilingAmount: change('limit', rule.playerCeilingAmount),
    flatFee: change('fee', rule.flatFee),
    tiers: rows(rule.tiers, (tier) =>
      changed(
        tier,
        isDynamic
          ? {
              ...(tiersCountMoney ? { from: change('tier', tier.from) } : {}),
              ...(isCpa ? { value: change('value', tier.value) } : {}),
              ...(tier.alsoFact && moneyMinimums.has(tier.alsoFact)
                ? { alsoAmount: change('minimum', tier.alsoAmount) }
                : {}),
            }
          : {},
      ),
    ),
    ...(!isCpa && !isDynamic
      ? { bands: rows(rule.bands, (band) => changed(band, { from: change('tier', band.from) })) }
      : {}),
    minimums: rows(rule.minimums, minimum),
    flatFeeMinimums: rows(rule.flatFeeMinimums, minimum),
    ...(isCpa
      ? {
          conditions: rows(rule.conditions, (row) => condition(row)),
          stages: rows(rule.stages, (row) => condition(row, { value: change('value', row.value) })),
          overrides: rows(rule.overrides, (row) => condition(row, { value: change('value', row.value) })),
          bands: rows(rule.bands, (band) =>
            changed(
              band,
              isDynamic
                ? {}
                : {
                    ...(bandsCountMoney ? { from: change('condition', band.from) } : {}),
                    value: change('value', band.value),
                    atMost: change('limit', band.atMost),
                  },
            ),
          ),
          caps: rows(rule.caps, (cap) =>
            cap.measure === 'money' ? changed(cap, { atMost: change('limit', cap.atMost) }) : cap,
          ),
        }
      : {}),
  })
}

/** An amount of money that a rule names. Never 0, which is the same in every currency. */
export interface RuleAmount {
  readonly kind: AmountKind
  readonly amount: Decimal
}

/** The amounts of money that a rule names. @throws {Error} when its trigger is not whole */
export function amountsOf(rule: RewardRule): RuleAmount[] {
  const found: RuleAmount[] = []
  mapAmounts(rule, (kind, said) => {
    const amount = said === null || said === undefined || said === '' ? new Decimal(0) : new Decimal(said)
    if (!amount.isZero()) found.push({ kind, amount })
    return said
  })
  return found
}

/**
 * Whether a rule pays or divides by amounts of money: values of CPA, places where tiers begin. Such a rule says
 * something in its own currency alone; a share of a base is the same share in each. What players must do for CPA is
 * asked apart (`thresholdOf`).
 */
export const hasAmounts = (rule: RewardRule): boolean => amountsOf(rule).some(({ kind }) => kind !== 'condition')

/** What a rule says for an amount in another currency; null where it does not. */
function amountIn(rule: RewardRule, currency: string, { kind, amount }: RuleAmount): Decimal | null {
  const said = (rule.currencyAmounts ?? []).filter(
    (row) => row.currency === currency && amount.equals(row.own) && (!row.of || row.of === kind),
  )
  // What is said of one kind of amount goes before what is said of all.
  const row = said.find(({ of }) => of === kind) ?? said[0]
  return row ? new Decimal(row.amount) : null
}

/** The amounts that a rule does not say in a currency. */
export const amountsMissingIn = (rule: RewardRule, currency: string): RuleAmount[] =>
  amountsOf(rule).filter((each) => amountIn(rule, currency, each) === null)

/** A rule with its amounts in another currency; null where it does not say all of them. */
export function ruleIn(rule: RewardRule, currency: string): RewardRule | null {
  if (amountsMissingIn(rule, currency).length > 0) return null
  return mapAmounts(rule, (kind, said) => {
    if (said === null || said === undefined || said === '' || new Decimal(said).isZero()) return said
    return amountIn(rule, currency, { kind, amount: new Decimal(said) })!.toFixed()
  })
}

/**
 * Whether a reward that says its amounts in other currencies says all of them in each, each once, and none that it does
 * not have.
 */
export function rewardSaysCurrencies(reward: RewardDraft & { readonly currency?: string | null }): RewardProblem[] {
  const rows = (reward.currencyAmounts ?? []).filter(({ currency, own }) => currency && own !== null && own !== '')
  if (rows.length === 0 || !reward.productType || rewardTriggerIsWhole(reward).length > 0) return []
  const rule = reward as RewardRule
  const amounts = amountsOf(rule)
  const keys = rows.map(({ currency, own, of }) => `${currency} ${new Decimal(own).toFixed()} ${of ?? ''}`)
  const problems = rows.flatMap(({ currency, own, of }, index): RewardProblem[] => {
    const field = (name: string) => `currencyAmounts.${index}.${name}`
    if (currency === reward.currency) return [{ field: field('currency'), code: 'currency_of_rule' }]
    if (keys.indexOf(keys[index]!) < index) return [{ field: field('own'), code: 'duplicate_items' }]
    const isThere = amounts.some(({ kind, amount }) => amount.equals(own) && (!of || of === kind))
    return isThere ? [] : [{ field: field('own'), code: 'amount_of_no_rule' }]
  })
  const currencies = [...new Set(rows.map(({ currency }) => currency))]
  const missing = currencies.flatMap((currency): RewardProblem[] => {
    const [first] = amountsMissingIn(rule, currency)
    const values = { currency, amount: first?.amount.toFixed() ?? '' }
    return first ? [{ field: 'currencyAmounts', code: 'amount_missing', values }] : []
  })
  return [...problems, ...missing]
}
