import { pollPayments as follow } from '#features/payouts/server/disbursement/pollPayments.ts'
import { lapseUnclaimed } from '#features/payouts/server/payments/lapseUnclaimed.ts'
import { payAutomatically } from '#features/payouts/server/disbursement/payAutomatically.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import { statusOfObstacle } from '#features/payouts/server/payees/payeeAccount.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'

/** Pays who is to be paid automatically, every morning of the business zone. */
export const automaticPayments: JobTask = {
  async run({ context, signal, progress }) {
    const { created, awaitingApproval, skipped } = await payAutomatically(context, { signal, onProgress: progress })
    signal.throwIfAborted()
    const notPaid = new Map<string, number>()
    for (const [code, count] of Object.entries(skipped)) {
      const status = statusOfObstacle[code as ErrorCode] ?? code
      notPaid.set(status, (notPaid.get(status) ?? 0) + count)
    }
    return [
      { code: 'paid', values: { count: created } },
      ...(awaitingApproval > 0 ? [{ code: 'awaitingApproval', values: { count: awaitingApproval } } as const] : []),
      ...[...notPaid].map(([reason, count]) => ({ code: 'notPaid', values: { reason, count } }) as const),
    ]
  },
}

/** Sends what is due to be sent again and asks for payments without outcome. */
export const followPayments: JobTask = {
  async run({ context, signal }) {
    return [{ code: 'followed', values: { count: await follow(context, { signal }) } }]
  },
}

/** Says what lapses because nobody can be paid it, and asks for the adjustment when its day has come. */
export const unclaimedSums: JobTask = {
  async run({ context, signal }) {
    return [{ code: 'unclaimed', values: { ...(await lapseUnclaimed(context, { signal })) } }]
  },
}
