/** What `GET /api/entry/{id}/explain` answers, as the page reads it. */

/** One step from sums to what was earned. Money is a number; nothing is rounded before the last step. */
export type ExplainedStep =
  | { readonly kind: 'measure'; readonly name: string; readonly formula: string; readonly inputs: Readonly<Record<string, number>>; readonly result: number }
  | { readonly kind: 'base'; readonly name: string; readonly result: number }
  | { readonly kind: 'trigger'; readonly condition: string; readonly operation: string; readonly comparison: string; readonly actual: number; readonly isMet: boolean }
  | { readonly kind: 'rate'; readonly source: 'fixed' | 'tier'; readonly from: number; readonly to: number | null; readonly base: number; readonly percentage: number | null; readonly value: number | null; readonly amount: number }
  | { readonly kind: 'openingBalance'; readonly balance: number; readonly result: number }
  | { readonly kind: 'negative'; readonly carryOver: string; readonly amount: number; readonly carried: number; readonly result: number }
  | { readonly kind: 'expression'; readonly expression: string; readonly result: number | null; readonly counted: number }

/** What was accumulated to the end of a day. */
export interface ExplainedSide {
  readonly measures: Readonly<Record<string, number>>
  readonly steps: readonly ExplainedStep[]
  readonly exact: number
  readonly earned: number
}

/** A line of an entry with every step. */
export interface ExplainedLine {
  readonly product: string
  readonly base: number
  readonly rate: number | null
  readonly amount: number
  readonly periodStart: string
  readonly ruleVersion: { readonly id: number; readonly validFrom: string | null; readonly name: string } | null
  readonly before: ExplainedSide
  readonly after: ExplainedSide
  readonly rounding: { readonly earned: number; readonly earnedBefore: number; readonly amount: number }
  readonly isReproduced: boolean
}

/** The whole explanation. */
export interface EntryExplanation {
  readonly entry: { readonly id: number; readonly day: string; readonly kind: string; readonly value: number; readonly owner: { readonly name: string | null } }
  readonly events: readonly { readonly product: string; readonly type: string; readonly count: number; readonly amount: number }[]
  readonly lines: readonly ExplainedLine[]
  readonly adjustment: { readonly sourceEntry: number; readonly sourceDay: string; readonly sourceValue: number; readonly reason: string; readonly amount: number } | null
  readonly adjustedBy: readonly { readonly entry: number; readonly day: string; readonly value: number; readonly reason: string }[]
  readonly total: number
}
