import type { Kysely } from 'kysely'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { Day } from '#engine/values/calendar.ts'
import type { LogOrigin } from '#engine/activityLog/server/activityLog.ts'
import type { Clocked } from '../change.ts'
import type { RecordRequest } from '../recordRequest.ts'

/** What can be sent to prove something. */
export interface GivenProof {
  /** The authenticator's code. */
  readonly totp?: unknown
  readonly currentPassword?: unknown
}

/** What somebody sent to prove that they mean to change a guarded field, and whether it was taken. */
export interface StepUpCredentials {
  readonly given: GivenProof
  isTaken: boolean
}

/** A write under way: who, on which resource, in which transaction. */
export interface WriteRequest extends RecordRequest {
  readonly transaction: Kysely<any>
  /** The business day the write belongs to. */
  readonly today: Day
  /** By whose clock, where it is not that of who acts. */
  readonly clock?: Clocked
  /** The day from which its dated fields hold, where that is not the same. */
  readonly holdsFrom?: Day
  /** Two people want it although somebody was promised better. */
  readonly isForced?: boolean
  /** Where it came from over HTTP; jobs and commands have none. */
  readonly http?: LogOrigin | undefined
  /** An import makes it: a new record may lack what its declaration says comes later. */
  readonly isImported?: boolean | undefined
  /** One id for all records of a bulk action. */
  readonly batch?: string | undefined
  /** What is proved with this request; all records of a bulk action share it, as a code works once. */
  readonly proof?: StepUpCredentials | undefined
  /** The other side of a relation that is being written already: it is not written back. */
  readonly isInverse?: boolean
}

/** What a check or an effect is told about a write. */
export interface WriteStep extends WriteRequest {
  readonly operation: 'create' | 'update' | 'remove' | 'redact' | 'restore'
  /** Null while a new record has no id yet. */
  readonly id: string | null
  /** The stored record; null for a new one. */
  readonly before: AnyRecord | null
  /** The record as it will be; null for one that is removed. */
  readonly after: AnyRecord | null
  /** The names of the fields that differ; all given ones of a new record. */
  readonly changed: readonly string[]
}
