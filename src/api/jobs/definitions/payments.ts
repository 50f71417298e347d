import { followPayments as follow } from '../../payouts/transfer/followPayments.ts'
import { payAutomatically } from '../../payouts/payAutomatically.ts'
import type { Job } from '../job.ts'

/** Pays who is to be paid automatically, every morning of the business zone. */
export const automaticPayments: Job = {
  name: 'automaticPayments',
  schedule: { dailyAt: '06:00' },
  runsAtFirstStart: false,
  async run({ context, signal, progress }) {
    const { created, awaitingApproval, skipped } = await payAutomatically(context, { signal, onProgress: progress })
    signal.throwIfAborted()
    const left = Object.entries(skipped).map(([code, count]) => `${code} ${count}`).join(', ')
    return `Payments made: ${created}${awaitingApproval > 0 ? `, waiting for approval: ${awaitingApproval}` : ''}${left ? `; not paid: ${left}` : ''}`
  },
}

/** Sends what is due to be sent again and asks for payments without outcome. */
export const followPayments: Job = {
  name: 'followPayments',
  schedule: { everySeconds: 15 },
  runsAtFirstStart: true,
  async run({ context, signal }) {
    return `Payments followed: ${await follow(context, { signal })}`
  },
}
