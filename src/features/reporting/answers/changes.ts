/** Why a cell of a report is not what it was. */
export const changeCauses = [
  'correction',
  'ruleVersion',
  'movedPartner',
  'movedPlayer',
  'lateEvent',
  'newEvent',
  'adjustment',
  'paymentReturned',
  'payment',
  'rate',
  'renamed',
  'dailyClose',
  'record',
] as const
export type ChangeCause = (typeof changeCauses)[number]

/** What a cause can be looked up by. */
export interface ChangeRef {
  /** An entity (`affiliate`, `reward`, `entry`, `payment` …), `event`, or `day`. */
  readonly kind: string
  readonly id: string
}

/** What of a cell changed by one cause. A cell that several changed has one of these for each; together they are all. */
export interface ReportChange {
  /** What the row stands for: ids and days by the names of the report's columns. */
  readonly key: Readonly<Record<string, string | number | null>>
  /** What people know the row by. */
  readonly name: string
  readonly currency: string
  readonly column: string
  readonly before: string | number | null
  readonly after: string | number | null
  /** Null where it is no number. */
  readonly difference: number | null
  readonly cause: ChangeCause
  readonly refs: readonly ChangeRef[]
  /** Where several changed it and nobody can tell how much each: all of them, of which `cause` is the first. */
  readonly causes?: readonly { readonly cause: ChangeCause; readonly refs: readonly ChangeRef[] }[]
}

/** `GET /api/report/{name}/changes`. */
export interface ReportChanges {
  readonly from: string
  readonly to: string
  readonly since: string
  /** As of which moment the values after are. */
  readonly knownAt: string
  /** How many there are; of more than 50,000 the first are answered. */
  readonly count: number
  readonly changes: readonly ReportChange[]
}
