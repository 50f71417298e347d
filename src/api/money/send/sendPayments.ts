import { randomUUID } from 'node:crypto'
import type { AppContext } from '../../context.ts'
import type { LockedPayment } from '../pay/payment.ts'
import { payoutGateways } from './chooseGateway.ts'
import { batchMax } from './payoutBatch.ts'
import type { PayoutGateway } from './payoutGateway.ts'
import { checkReceiver } from './receiver.ts'
import { beginChecked, keepAnswer, orderOf } from './sendPayment.ts'

/** Payments that are sent or written down at once. */
const atOnce = 4
/** Keys that are asked about at once: the gateway's answer is what takes time. */
const checksAtOnce = 16
/** A batch is written down, sent and answered in this time; after it, its sender is dead and others ask. */
const batchLeaseMs = 45_000

/** Does the same with each, so many at once, in order of the list. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  count: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: count }, worker))
  return results
}

async function sendSingly(context: AppContext, gateway: PayoutGateway, payments: readonly LockedPayment[]) {
  await eachOf(payments, atOnce, async (payment) =>
    keepAnswer(context, payment.id, await gateway.send(orderOf(payment))),
  )
}

/** Sends payments that are written down through the gateway that they were fixed for, in one call where it takes that. */
async function sendTogether(context: AppContext, gateway: PayoutGateway, payments: readonly LockedPayment[]) {
  const answers =
    payments.length > 1 ? await gateway.sendBatch({ id: randomUUID(), payouts: payments.map(orderOf) }) : null
  if (!answers) return sendSingly(context, gateway, payments)
  await eachOf(payments, atOnce, async ({ id, transferId }) => keepAnswer(context, id, answers.get(transferId!)!))
}

/**
 * Sends payments that are due to be sent, up to 1,000 in one call of a gateway that takes batches, and keeps the answers.
 * Each is looked at and written down by itself before, as if it went alone: whoever dies in between leaves payments that
 * are asked for by their own ids, and never one that is sent by another.
 */
export async function sendPayments(
  context: AppContext,
  ids: readonly number[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  for (let start = 0; start < ids.length && !signal?.aborted; start += batchMax) {
    const part = ids.slice(start, start + batchMax)
    const checked = await eachOf(part, checksAtOnce, async (id) => ({ id, found: await checkReceiver(context, id) }))
    const begun = await eachOf(checked, atOnce, ({ id, found }) =>
      beginChecked(context, { id, found, leaseMs: batchLeaseMs }),
    )
    const sent = begun.filter((payment) => payment !== null)
    for (const [name, payments] of Map.groupBy(sent, ({ gateway }) => gateway!))
      await sendTogether(context, payoutGateways(context).get(name)!, payments)
  }
}
