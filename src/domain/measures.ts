/** What a measure is counted in: money (2 places), a ratio (a fraction, shown as percent, empty where its divisor is 0) or a whole number. */
export type MeasureUnit = 'money' | 'ratio' | 'count'

/**
 * Where a measure is made. `movement`: a sum of what is stored, at every scope. `reward`: for one affiliate and one product under one reward, then
 * summed. `affiliate`: for one affiliate, then summed. `partner`: for one partner. `scope`: from the sums of whatever the row stands for. `entry`: a sum of entries.
 */
export type MeasureGrain = 'movement' | 'reward' | 'affiliate' | 'partner' | 'scope' | 'entry'

interface MeasureDefinition {
  readonly unit: MeasureUnit
  readonly grain: MeasureGrain
  /** Over other measures and rates, in the language of `expression/`; null where it is stored or counted. */
  readonly formula: string | null
}

/**
 * Every measure, defined once (domain.md, section 2). Reports compile the formulas to SQL, entries and explanations to decimals.
 * Rates are fractions: `admin_fee_rate` is the reward's admin fee % / 100, `abatement_rate` the partner's abatement % / 100.
 */
export const measures = {
  turnover: { unit: 'money', grain: 'movement', formula: null },
  payout: { unit: 'money', grain: 'movement', formula: null },
  bonus: { unit: 'money', grain: 'movement', formula: null },
  chargebacks: { unit: 'money', grain: 'movement', formula: null },
  ggr: { unit: 'money', grain: 'scope', formula: 'turnover - payout' },
  admin_fee: { unit: 'money', grain: 'reward', formula: 'max(ggr, 0) * admin_fee_rate' },
  ngr: { unit: 'money', grain: 'scope', formula: 'ggr - bonus - admin_fee - chargebacks' },
  margin: { unit: 'ratio', grain: 'scope', formula: 'ggr / turnover' },
  bonus_index: { unit: 'ratio', grain: 'scope', formula: 'bonus / ggr' },
  reward: { unit: 'money', grain: 'reward', formula: null },
  affiliate_reward: { unit: 'money', grain: 'scope', formula: 'bets_reward + games_reward + lotto_reward + cpa_reward' },
  gross_value: { unit: 'money', grain: 'scope', formula: 'ngr - affiliate_reward' },
  abatment: { unit: 'money', grain: 'partner', formula: 'max(gross_value, 0) * abatement_rate' },
  /** Of a level-1 partner; below, the amount its parent earned takes its place. */
  value: { unit: 'money', grain: 'partner', formula: 'gross_value - abatment' },
  reward_value: { unit: 'money', grain: 'partner', formula: null },
  qty_cpa: { unit: 'count', grain: 'movement', formula: null },
  qty_affiliates: { unit: 'count', grain: 'movement', formula: null },
  clicks: { unit: 'count', grain: 'movement', formula: null },
  registrations: { unit: 'count', grain: 'movement', formula: null },
  ftd: { unit: 'count', grain: 'movement', formula: null },
  bet_count: { unit: 'count', grain: 'movement', formula: null },
  deposit_count: { unit: 'count', grain: 'movement', formula: null },
  deposits: { unit: 'money', grain: 'movement', formula: null },
  withdrawal_count: { unit: 'count', grain: 'movement', formula: null },
  withdrawals: { unit: 'money', grain: 'movement', formula: null },
  qty_entries: { unit: 'count', grain: 'entry', formula: null },
  /** Of entries that no payment holds. */
  pending: { unit: 'money', grain: 'entry', formula: null },
  /** Of entries that a payment under way holds. */
  in_flight: { unit: 'money', grain: 'entry', formula: null },
  paid: { unit: 'money', grain: 'entry', formula: null },
  entry_value: { unit: 'money', grain: 'scope', formula: 'pending + in_flight + paid' },
} as const satisfies Record<string, MeasureDefinition>

/** The name of a measure, as columns of reports carry it. */
export type MeasureName = keyof typeof measures

/** The measures that have a formula. */
export type DerivedMeasureName = { [Name in MeasureName]: (typeof measures)[Name]['formula'] extends string ? Name : never }[MeasureName]

/** Every measure's name, in the order of the definitions. */
export const measureNames = Object.keys(measures) as MeasureName[]

/** The words a measure's formula may use beside measures: rates (fractions) and the reward of each product. */
export const measureInputs = ['admin_fee_rate', 'abatement_rate', 'bets_reward', 'games_reward', 'lotto_reward', 'cpa_reward'] as const

/** One of {@link measureInputs}. */
export type MeasureInput = (typeof measureInputs)[number]

/** The three products that have turnover. */
export const products = ['bets', 'games', 'lotto'] as const

/** One of {@link products}. */
export type Product = (typeof products)[number]

/** Whether a total is the sum of the rows' values; a ratio must be made again from the sums. */
export function isAdditive(name: MeasureName): boolean {
  return measures[name].unit !== 'ratio'
}
