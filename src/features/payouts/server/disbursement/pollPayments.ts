import { sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { payoutGateways } from './chooseGateway.ts'
import { recheckKeys } from './recheckKeys.ts'
import { queryPayment, sendPayment } from './sendPayment.ts'

/** How long a payment that is taken is left to who took it. */
const claimMs = 20_000
/** Payments that are sent or asked for at once: the gateway's answer is what takes time. */
const atOnce = 4

interface DueStep {
  readonly payment: number
  readonly nextStep: 'send' | 'ask'
}

async function claimDue(context: AppContext): Promise<DueStep | undefined> {
  const now = context.now()
  const names = [...payoutGateways(context).keys()].join(',')
  const claimed = sql<DueStep>`update payment_transfer
    set next_try_at = ${timestamp(new Date(now.getTime() + claimMs))}
    where payment = (select payment from payment_transfer where next_try_at <= ${timestamp(now)}
      and (gateway is null or gateway = any(string_to_array(${names}::text, ',')))
      order by next_try_at limit 1 for update skip locked)
    returning payment, next_step as "nextStep"`
  return firstRow(context.database.db, claimed)
}

/**
 * Sends what is due to be sent (again) and asks for what has no outcome yet, until nothing is due. Several servers
 * share the work. Owners that were held because of their key are asked about first, where it is another since.
 * @param signal stops it between two payments.
 * @returns how many payments were followed.
 */
export async function pollPayments(
  context: AppContext,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<number> {
  await recheckKeys(context, { signal })
  let count = 0
  const work = async () => {
    while (!signal?.aborted) {
      const due = await claimDue(context)
      if (!due) return
      count += 1
      await (due.nextStep === 'send' ? sendPayment(context, due.payment) : queryPayment(context, due.payment))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return count
}
