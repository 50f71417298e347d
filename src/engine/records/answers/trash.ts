/** For how many days what was removed can be brought back. */
export const trashDays = 30

/** Something that was removed and can be brought back. */
export interface TrashItem {
  readonly id: number
  /** The name of its resource, its id and what it was called. */
  readonly object: string
  readonly record: number
  readonly name: string | null
  readonly removedAt: string
  readonly removedBy: string | null
  /** When it is gone for good. */
  readonly goneAt: string
}
