import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Actor } from '../../../config/actor.ts'
import type { ErrorCode } from '../../../config/errorCatalogue.ts'
import type { MessageValues } from '../../../config/problems.ts'
import { ApiError, problemsError } from '../../errors.ts'
import type { LogOrigin } from '../../records/activityLog.ts'
import {
  confirmManualPayment,
  type ManualPayment,
  type PresentMoment,
  readManualPayment,
} from './confirmManualPayment.ts'

const entriesMax = 1000

/** What became of each entry of a call. */
export interface ManyPayments {
  readonly changed: readonly number[]
  /** Above the limit of their company: paid once another person approves it. */
  readonly awaiting?: readonly number[]
  readonly refused: readonly {
    readonly id: number
    readonly code: ErrorCode
    readonly values?: MessageValues | undefined
  }[]
}

/** Reads `{ids, paidAt, reference, note}`. @throws ApiError 400 */
export function readManyPayments(body: unknown, present: PresentMoment): { ids: number[]; given: ManualPayment } {
  const { ids, ...rest } = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Record<
    string,
    unknown
  >
  if (ids === undefined || ids === null) throw problemsError([{ field: 'ids', code: 'required' }])
  const isList = Array.isArray(ids) && ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0)
  if (!isList) throw problemsError([{ field: 'ids', code: 'invalid_type', values: { expected: 'a list of ids' } }])
  if (ids.length > entriesMax)
    throw problemsError([{ field: 'ids', code: 'too_many_items', values: { max: entriesMax } }])
  // In one order for everybody, so that two people who confirm at once wait for each other instead of in a circle.
  return {
    ids: [...new Set(ids as number[])].toSorted((one, other) => one - other),
    given: readManualPayment(rest, present),
  }
}

/**
 * Confirms that several entries were paid by hand, each by itself under one batch id: what cannot be confirmed is
 * refused with its reason, the others are paid. All in the caller's transaction.
 */
export async function confirmManyPayments(
  db: Kysely<any>,
  {
    ids,
    ...payment
  }: {
    actor: Actor
    ids: readonly number[]
    given: ManualPayment
    present: PresentMoment
    request?: LogOrigin | undefined
  },
): Promise<ManyPayments> {
  const batch = randomUUID()
  const changed: number[] = []
  const awaiting: number[] = []
  const refused: ManyPayments['refused'][number][] = []
  for (const id of ids) {
    try {
      const { awaitsApproval } = await confirmManualPayment(db, { ...payment, id: String(id), batch })
      ;(awaitsApproval ? awaiting : changed).push(id)
    } catch (error) {
      // Refused before anything was written, so that the transaction goes on; a server error ends it whole.
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      refused.push({ id, code: error.code, values: error.values })
    }
  }
  return { changed, ...(awaiting.length > 0 ? { awaiting } : {}), refused }
}
