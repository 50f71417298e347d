/** What `POST /api/{resource}/{id}/what_if` answers, as the page reads it. */
export interface TrialAnswer {
  readonly ownerKind: 'affiliate' | 'partner'
  readonly from: string
  readonly to: string
  readonly openDays: number
  readonly count: number
  readonly changed: number
  readonly then: number
  readonly now: number
  readonly difference: number
  /** Null for whoever may not see entries. */
  readonly winners: readonly TrialRow[] | null
  readonly losers: readonly TrialRow[] | null
  readonly rows: readonly TrialRow[] | null
  readonly problems: readonly { readonly id: number; readonly name: string; readonly message: string }[]
}

/** One owner: what it earned, what it would have earned. */
export interface TrialRow {
  readonly id: number
  readonly name: string
  readonly then: number
  readonly now: number
  readonly difference: number
}

/** The last months, newest first, as `YYYY-MM`. */
export function lastMonths(today: string, count: number): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, back) => {
    const index = year * 12 + month - 1 - back
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  })
}
