import { randomUUID } from 'node:crypto'
import type { AppContext } from '#engine/server/context.ts'
import { payoutGateways } from './chooseGateway.ts'
import { batchMax } from './payoutBatch.ts'
import { verifyPayee } from './verifyPayee.ts'
import {
  beginChecked,
  type PaymentInFlight,
  type CheckedPayment,
  isInTime,
  storeGatewayResult,
  orderOf,
  sendChecked,
} from './sendPayment.ts'

/** Payments that are sent or written down at once. */
const atOnce = 4
/** Keys that are asked about at once: the gateway's answer is what takes time. */
const checksAtOnce = 16
/** So long a batch is written down; what is left then goes in the next one. */
const beginLimitMs = 15_000
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

/** Writes down as many as there is time for, and takes them off the list. */
async function beginSome(context: AppContext, left: CheckedPayment[]): Promise<PaymentInFlight[]> {
  const begun: PaymentInFlight[] = []
  const limit = context.now().getTime() + beginLimitMs
  const worker = async () => {
    do {
      const next = left.shift()
      const one = next && (await beginChecked(context, { ...next, leaseMs: batchLeaseMs }))
      if (one) begun.push(one)
    } while (left.length > 0 && context.now().getTime() < limit)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return begun
}

/** Sends payments through gateways that take batches, each in one call with the others that go through the same. */
async function sendTogether(context: AppContext, checked: readonly CheckedPayment[], signal: AbortSignal | undefined) {
  const left = [...checked]
  while (left.length > 0 && !signal?.aborted) {
    const begun = await beginSome(context, left)
    const sent = begun.filter((each) => isInTime(context, each)).map(({ payment }) => payment)
    for (const [name, payments] of Map.groupBy(sent, ({ gateway }) => gateway!)) {
      const gateway = payoutGateways(context).get(name)!
      const answers = await gateway.sendBatch({ id: randomUUID(), payouts: payments.map(orderOf) })
      await eachOf(payments, atOnce, async ({ id, transferId }) =>
        storeGatewayResult(context, id, answers.get(transferId!)!),
      )
    }
  }
}

/** Of which payments a gateway takes several at once; alone, one goes as it always did. */
async function splitByWay(context: AppContext, checked: readonly CheckedPayment[]) {
  const groups = [...Map.groupBy(checked, ({ found }) => found?.gateway ?? '')]
  const takes = await Promise.all(
    groups.map(
      async ([name, group]) => group.length > 1 && ((await payoutGateways(context).get(name)?.takesBatches()) ?? false),
    ),
  )
  const of = (wanted: boolean) => groups.flatMap(([, group], place) => (takes[place] === wanted ? group : []))
  return { together: of(true), singly: of(false) }
}

/**
 * Sends payments that are due to be sent, up to 1,000 in one call of a gateway that takes batches, and keeps the answers.
 * Each is looked at and written down by itself before, as if it went alone: whoever dies in between leaves payments that
 * are asked for by their own ids, and never one that is sent by another. None is written down long before it is sent.
 */
export async function sendPayments(
  context: AppContext,
  ids: readonly number[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  for (let start = 0; start < ids.length && !signal?.aborted; start += batchMax) {
    const part = ids.slice(start, start + batchMax)
    const checked = await eachOf(part, checksAtOnce, async (id) => ({ id, found: await verifyPayee(context, id) }))
    const { together, singly } = await splitByWay(context, checked)
    await sendTogether(context, together, signal)
    await eachOf(singly, atOnce, async (one) => (signal?.aborted ? undefined : sendChecked(context, one)))
  }
}
