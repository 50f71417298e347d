/** What became of entries that were computed: how many were written, and how. */
export interface EntryChanges {
  readonly added: number
  /** Pending ones whose value or lines were others. */
  readonly corrected: number
  /** Pending ones of days on which nothing is earned by now. */
  readonly removed: number
  /**
   * Complete ones, or held by a payment, whose difference was written as an adjustment, or corrected the one of today.
   */
  readonly adjusted: number
  /** Neither written nor locked: they said what was earned already. */
  readonly unchanged: number
}

/** Nothing was computed. */
export const noChanges: EntryChanges = { added: 0, corrected: 0, removed: 0, adjusted: 0, unchanged: 0 }

/** What two writes came to together. */
export function plusChanges(one: EntryChanges, other: EntryChanges): EntryChanges {
  return {
    added: one.added + other.added,
    corrected: one.corrected + other.corrected,
    removed: one.removed + other.removed,
    adjusted: one.adjusted + other.adjusted,
    unchanged: one.unchanged + other.unchanged,
  }
}
