import type { ErrorCode } from './errorCatalogue.ts'

/** Values a message names, such as the longest length allowed. */
export type MessageValues = Readonly<Record<string, string | number>>

/** What is wrong with one field of what somebody sent. */
export interface Problem {
  /** The field's name; dotted inside rows (`tiers.0.from`); `root` where it is the record as a whole. */
  readonly field: string
  readonly code: ErrorCode
  readonly values?: MessageValues
}
