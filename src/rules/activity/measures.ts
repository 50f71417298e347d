/**
 * What a measure is counted in: money (2 places), a ratio (a fraction, shown as percent, empty where its divisor is 0)
 * or a whole number.
 */
export type MeasureUnit = 'money' | 'ratio' | 'count'

/**
 * Where a measure is made. `movement`: a sum of what is stored, at every scope. `reward`: for one affiliate and one
 * product under one reward, then
 * summed. `affiliate`: for one affiliate, then summed. `partner`: for one partner. `scope`: from the sums of whatever
 * the row stands for. `entry`: a sum of entries.
 */
export type MeasureGrain = 'movement' | 'reward' | 'affiliate' | 'partner' | 'scope' | 'entry'

/** What a measure is. */
export interface MeasureDefinition {
  readonly unit: MeasureUnit
  readonly grain: MeasureGrain
  /** Over other measures and rates, in the language of `expression/`; null where it is stored or counted. */
  readonly formula: string | null
  /** It exists for one product alone, too. */
  readonly byProduct?: boolean
}

/** The sums of movement that rewards are made of. */
export const baseMeasures = ['turnover', 'payout', 'bonus', 'chargebacks'] as const

/** One of {@link baseMeasures}. */
export type BaseMeasure = (typeof baseMeasures)[number]

/** The sums of movement that the close pays on and triggers are tested with, by the name of their measure. */
export const namedColumns = [
  ...baseMeasures,
  'bet_count',
  'registrations',
  'ftd',
  'deposit_count',
  'deposits',
  'withdrawals',
] as const

/** One of {@link namedColumns}. */
export type NamedColumn = (typeof namedColumns)[number]

/** A value for each of some names. */
export function forEach<Name extends string, Value>(names: readonly Name[], make: (name: Name) => Value) {
  // A close makes some hundred thousands of these: an array of pairs for each would cost more than what is made.
  const made = {} as Record<Name, Value>
  for (const name of names) made[name] = make(name)
  return made
}

/**
 * Every measure of commission, partners and entries, defined once (domain.md, section 2); `resources/measures.ts` has
 * all together. Reports compile the formulas to SQL, entries and explanations to decimals.
 * Rates are fractions: `admin_fee_rate` is the reward's admin fee % / 100, `abatement_rate` the partner's abatement % /
 * 100.
 */
export const measures = {
  ggr: { unit: 'money', grain: 'scope', formula: 'turnover - payout', byProduct: true },
  admin_fee: { unit: 'money', grain: 'reward', formula: 'max(ggr, 0) * admin_fee_rate', byProduct: true },
  ngr: { unit: 'money', grain: 'scope', formula: 'ggr - bonus - admin_fee - chargebacks', byProduct: true },
  reward: { unit: 'money', grain: 'reward', formula: null, byProduct: true },
  affiliate_reward: {
    unit: 'money',
    grain: 'scope',
    formula: 'bets_reward + games_reward + lotto_reward + cpa_reward',
  },
  gross_value: { unit: 'money', grain: 'scope', formula: 'ngr - affiliate_reward' },
  abatment: { unit: 'money', grain: 'partner', formula: 'max(gross_value, 0) * abatement_rate' },
  /** Of a level-1 partner; below, the amount its parent earned takes its place. */
  value: { unit: 'money', grain: 'partner', formula: 'gross_value - abatment' },
  reward_value: { unit: 'money', grain: 'partner', formula: null },
  qty_cpa: { unit: 'count', grain: 'movement', formula: null },
  qty_affiliates: { unit: 'count', grain: 'movement', formula: null },
  qty_entries: { unit: 'count', grain: 'entry', formula: null },
  /** Of entries that no payment holds. */
  pending: { unit: 'money', grain: 'entry', formula: null },
  /** Of entries that a payment under way holds. */
  in_flight: { unit: 'money', grain: 'entry', formula: null },
  paid: { unit: 'money', grain: 'entry', formula: null },
  entry_value: { unit: 'money', grain: 'scope', formula: 'pending + in_flight + paid' },
  /** By the system before this one: no entry here makes it up. */
  paid_elsewhere: { unit: 'money', grain: 'entry', formula: null },
} as const satisfies Record<string, MeasureDefinition>

/** The name of one of these measures. */
export type RuleMeasure = keyof typeof measures

/** The measures that have a formula. */
export type DerivedMeasureName = {
  [Name in RuleMeasure]: (typeof measures)[Name]['formula'] extends string ? Name : never
}[RuleMeasure]

/** Their names, in the order of the definitions. */
export const measureNames = Object.keys(measures) as RuleMeasure[]

/**
 * The words a measure's formula may use beside these: what movement stores, rates (fractions) and the reward of each
 * product.
 */
export const measureInputs = [
  ...baseMeasures,
  'admin_fee_rate',
  'abatement_rate',
  'bets_reward',
  'games_reward',
  'lotto_reward',
  'cpa_reward',
] as const

/** One of {@link measureInputs}. */
export type MeasureInput = (typeof measureInputs)[number]

/** The three products that have turnover. */
export const products = ['bets', 'games', 'lotto'] as const

/** One of {@link products}. */
export type Product = (typeof products)[number]
