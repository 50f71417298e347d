/** What a reward is paid for: one of the three products, or players that qualify (cost per acquisition). */
export const productTypes = ['bets', 'games', 'lotto', 'cpa'] as const

/** One of {@link productTypes}. */
export type ProductType = (typeof productTypes)[number]

/** The base a reward is taken of: three measures for the products, stakes times edges, or deposits; `player` for CPA. */
export const subTypes = ['ngr', 'ggr', 'turnover', 'theoretical', 'deposits', 'player'] as const

/** One of {@link subTypes}. */
export type SubType = (typeof subTypes)[number]

/** The sub types of the products: a percentage of a measure, of stakes times the edges of games, or of deposits. */
export const productSubTypes = [
  'ngr',
  'ggr',
  'turnover',
  'theoretical',
  'deposits',
] as const satisfies readonly SubType[]

/** The sub types of CPA: a value for each qualified player. */
export const cpaSubTypes = ['player'] as const satisfies readonly SubType[]

/** One rate for everything, or tiers. */
export const calculations = ['fixed', 'dynamic'] as const

/** One of {@link calculations}. */
export type Calculation = (typeof calculations)[number]

/** How tiers apply: each slice at its own rate, or everything at the rate of the highest tier reached. */
export const tierModes = ['marginal', 'whole'] as const

/** One of {@link tierModes}. */
export type TierMode = (typeof tierModes)[number]

/** What a trigger looks at. */
export const triggerConditions = ['registration', 'first_deposit', 'deposit', 'turnover', 'ggr', 'bets'] as const

/** One of {@link triggerConditions}. */
export type TriggerCondition = (typeof triggerConditions)[number]

/** What a trigger takes of what it looks at. */
export const triggerOperations = ['first', 'sum', 'count', 'max'] as const

/** One of {@link triggerOperations}. */
export type TriggerOperation = (typeof triggerOperations)[number]

/** What happens to a negative period: it is forgotten, or it carries into the next. */
export const carryOvers = ['none', 'full'] as const

/** One of {@link carryOvers}. */
export type CarryOver = (typeof carryOvers)[number]

/** The levels of partners, from the top. */
export const partnerLevels = [1, 2, 3] as const

/** One of {@link partnerLevels}. */
export type PartnerLevelNumber = (typeof partnerLevels)[number]

/** The most tiers a reward may have. */
export const tiersMax = 20
