/** What pages and the API say of signs of fraud. Days and moments are ISO 8601. */
import type { RiskDefinition } from '../risk.ts'

/** A rule, and since when it counts. */
export interface ShownRule extends RiskDefinition {
  readonly name: string
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

/** An affiliate for which all conditions of a rule hold. */
export interface FlaggedAffiliate {
  readonly affiliate: number
  readonly affiliateName: string
  /** What each word of the conditions came to. */
  readonly values: Readonly<Record<string, number>>
  /** The first players behind it. */
  readonly players: readonly RiskPlayer[]
}

/** What a rule would have raised. */
export interface RiskTrial {
  readonly rule: string
  readonly from: string
  readonly to: string
  /** How many affiliates were looked at. */
  readonly affiliates: number
  readonly flagged: readonly FlaggedAffiliate[]
  /** Says what was looked at: starting the rule asks for it. */
  readonly digest: string
}

/** A finding, and what became of it. */
export interface RiskFinding extends FlaggedAffiliate {
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

/** An affiliate that somebody vouches for; no rule: of all. */
export interface RiskExemption {
  readonly id: number
  readonly affiliate: number
  readonly affiliateName: string
  readonly rule: string | null
  readonly reason: string
  readonly madeAt: string
  readonly madeBy: string
}

/** What `GET /api/risk` answers. */
export interface RiskAnswer {
  readonly rules: readonly ShownRule[]
  readonly findings: readonly RiskFinding[]
  readonly exemptions: readonly RiskExemption[]
}
