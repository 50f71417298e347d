/** What pages and the API say of signs of fraud. Days and moments are ISO 8601. */
import type { RiskDefinition } from '#engine/declaration/risk.ts'

/** What a company says of a rule. */
export interface ShownCompanyRule {
  readonly company: number
  readonly companyName: string
  /** It does not count there. */
  readonly isOff: boolean
  /** In place of the rule's own; null where that holds. */
  readonly limits: readonly (number | null)[]
  readonly reason: string
  readonly changedAt: string
  readonly changedBy: string
  /** What somebody asked for; it counts once another person says the same. */
  readonly asked: { readonly isOff: boolean; readonly limits: readonly (number | null)[]; readonly by: string } | null
}

/** A rule, and since when it counts. */
export interface ShownRule extends RiskDefinition {
  readonly name: string
  /** With what each condition compares; null where it is no number, which no company sets. */
  readonly limits: readonly (number | null)[]
  /** The companies that one sees whole and that say something of it. */
  readonly companies: readonly ShownCompanyRule[]
  readonly startedAt: string | null
  readonly startedBy: string | null
}

/** A player behind a finding. */
export interface RiskPlayer {
  readonly id: number
  readonly brand: number
  /** As its brand calls it; null for who may not read players. */
  readonly ref: string | null
}

/** Somebody of whom all conditions of a rule hold: one of an affiliate, a partner and a player. */
export interface FlaggedSubject {
  readonly affiliate: number | null
  readonly partner: number | null
  readonly player: number | null
  /** Of the affiliate or partner; of a player, its affiliate's. */
  readonly name: string
  /** What each word of the conditions came to. */
  readonly values: Readonly<Record<string, number>>
  /** The first players behind it. */
  readonly players: readonly RiskPlayer[]
}

/** What a rule would have raised. */
export interface RiskSimulation {
  readonly rule: string
  readonly from: string
  readonly to: string
  /** How many were looked at. */
  readonly subjects: number
  readonly flagged: readonly FlaggedSubject[]
  /** Says what was looked at: starting the rule asks for it. */
  readonly digest: string
}

/** A finding, and what became of it. */
export interface RiskFinding extends FlaggedSubject {
  readonly id: number
  readonly rule: string
  readonly severity: RiskDefinition['severity']
  readonly effect: RiskDefinition['effect']
  readonly raisedAt: string
  readonly from: string
  readonly to: string
  readonly state: 'open' | 'released' | 'revoked'
  /** Who asked for its release; another person has to say so, too. */
  readonly askedBy: string | null
  readonly decidedAt: string | null
  readonly decidedBy: string | null
  readonly reason: string | null
  /** The adjustment that takes commission back. */
  readonly entry: number | null
}

/** An affiliate (with its players) or partner that somebody vouches for; no rule: of all. */
export interface RiskExemption {
  readonly id: number
  readonly affiliate: number | null
  readonly partner: number | null
  readonly name: string
  readonly rule: string | null
  readonly reason: string
  readonly madeAt: string
  readonly madeBy: string
  /** It counts once another person says the same. */
  readonly isWaiting: boolean
}

/** What `GET /api/risk` answers. */
export interface RiskAnswer {
  readonly rules: readonly ShownRule[]
  readonly findings: readonly RiskFinding[]
  readonly exemptions: readonly RiskExemption[]
}
