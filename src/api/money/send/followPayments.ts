import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { payoutGateways } from './chooseGateway.ts'
import { askPayment, sendPayment } from './sendPayment.ts'

/** How long a payment that is taken is left to who took it. */
const claimMs = 20_000
/** Payments that are sent or asked for at once: the gateway's answer is what takes time. */
const atOnce = 4

async function claimDue(context: AppContext): Promise<{ payment: number; nextStep: 'send' | 'ask' } | null> {
  const now = context.now()
  const names = [...payoutGateways(context).keys()].join(',')
  const { rows } = await sql<{
    payment: number
    nextStep: 'send' | 'ask'
  }>`update payment_transfer set next_try_at = ${new Date(now.getTime() + claimMs).toISOString()}::text::timestamptz
    where payment = (select payment from payment_transfer where next_try_at <= ${now.toISOString()}::text::timestamptz
      and (gateway is null or gateway = any(string_to_array(${names}::text, ',')))
      order by next_try_at limit 1 for update skip locked)
    returning payment, next_step as "nextStep"`.execute(context.database.db)
  return rows[0] ?? null
}

/**
 * Sends what is due to be sent (again) and asks for what has no outcome yet, until nothing is due. Several servers
 * share the work.
 * @param signal stops it between two payments.
 * @returns how many payments were followed.
 */
export async function followPayments(
  context: AppContext,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<number> {
  let count = 0
  const work = async () => {
    for (
      let due = signal?.aborted ? null : await claimDue(context);
      due;
      due = signal?.aborted ? null : await claimDue(context)
    ) {
      count += 1
      await (due.nextStep === 'send' ? sendPayment(context, due.payment) : askPayment(context, due.payment))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return count
}
