import type { Exactly } from './fields/index.ts'

/**
 * What rules can ask beside measures: how many of the players that registered in the period are such, of an affiliate, of
 * all affiliates below a partner, or whether a player is one (0 or 1). Each is a question of `src/features/risk/server/facts.ts`.
 */
export const riskFacts = [
  'shared_players',
  'own_players',
  'recycled_players',
  'baseline_deposits',
  'aged_players',
  'idle_players',
  'quick_registrations',
  'placed_players',
  'top_city_players',
  'moved_winners',
] as const

/** One of {@link riskFacts}. */
export type RiskFact = (typeof riskFacts)[number]

/** Whom rules are about. */
export const riskSubjects = ['affiliate', 'partner', 'player'] as const

/** One of {@link riskSubjects}. */
export type RiskSubject = (typeof riskSubjects)[number]

/** How grave a finding is. */
export const riskSeverities = ['low', 'medium', 'high'] as const

/**
 * What a finding does: all payments of the affiliate or partner wait (of a player: those of its affiliate), or it is
 * shown and nothing more.
 */
export const riskEffects = ['hold', 'none'] as const

/** What is said of a rule. */
export interface RiskDefinition {
  /** Whom it is about. */
  readonly of: RiskSubject
  /** Comparisons over measures that movement stores and {@link riskFacts}; a finding is where all of them hold. */
  readonly when: readonly string[]
  /** Over how many days, up to and with the last whole one. */
  readonly over: number
  readonly severity: (typeof riskSeverities)[number]
  readonly effect: (typeof riskEffects)[number]
}

/** Every rule, by its name. */
export type Risks = Readonly<Record<string, RiskDefinition>>

/** A comparison with a number: what is compared, how, and with what. */
const comparedWithNumber = /^(.*?)\s*(>=|<=|>|<)\s*(\d+(?:\.\d+)?)(\s*%?)\s*$/

/** The number that a comparison compares with, as it is written; null where it is none, so that no company sets it. */
export function limitOf(comparison: string): number | null {
  const found = comparedWithNumber.exec(comparison)
  return found ? Number(found[3]) : null
}

/** A comparison with another number; percent stays percent. */
export const withLimit = (comparison: string, limit: number): string =>
  comparison.replace(
    comparedWithNumber,
    (_all, what: string, how: string, _limit, unit: string) => `${what} ${how} ${limit}${unit}`,
  )

/** A comparison as the amount that the expression language can answer: 1 where it holds. */
export const conditionFormula = (comparison: string): string => `(${comparison}) ? 1 : 0`

/**
 * Declares a sign of fraud. It raises nothing before somebody tried it on the past and started it.
 * @example quick: defineRisk({ of: 'affiliate', when: ['quick_registrations >= 3'], over: 30, severity: 'high',
 * effect: 'hold' })
 * @example ring: defineRisk({ of: 'partner', when: ['recycled_players >= 10'], over: 30, severity: 'medium', effect: 'none' })
 */
export const defineRisk = <const R extends RiskDefinition>(definition: Exactly<R, RiskDefinition>): R => definition
