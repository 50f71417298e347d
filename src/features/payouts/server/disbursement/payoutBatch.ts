import { z } from 'zod'
import type { Reason } from '#engine/declaration/messageCodes.ts'
import type { PayoutAnswer, PayoutStatus } from './payoutGateway.ts'

/** A gateway takes so many payouts at once at most. */
export const batchMax = 1_000

/** By this status all of a batch is refused for now. */
const tooBusy = 429

const absentSchema = z.object({ id: z.string(), state: z.literal('absent') })
const batchSchema = z.object({
  id: z.string().optional(),
  payouts: z.array(z.looseObject({ id: z.string() })).max(batchMax),
})

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether a gateway that was asked for a batch nobody sent answers as one that knows batches. */
export function speaksBatches(text: string, id: string): boolean {
  const parsed = absentSchema.safeParse(readJson(text))
  return parsed.success && parsed.data.id === id
}

/** Whether a gateway that was sent a batch of nothing answers as one that takes batches. */
export function tookEmptyBatch({ status, text }: { status: number; text: string }): boolean {
  const parsed = batchSchema.safeParse(readJson(text))
  return status >= 200 && status < 300 && parsed.success && parsed.data.payouts.length === 0
}

/** What a send can be answered: `returned` and `absent` say that there is more to tell than a send asks for. */
export function sendAnswer(answer: PayoutStatus): PayoutAnswer {
  return answer.kind === 'returned' || answer.kind === 'absent'
    ? { kind: 'unknown', reason: { code: 'oddAnswer', values: { answer: answer.kind } } }
    : answer
}

/**
 * What a batch was answered, by payout. One of which the answer says nothing that can be read is unknown, as all are
 * where there is no answer: each is asked for by its own id.
 * @param interpret what is said of one payout
 */
export function readBatchAnswer(
  { status, text, batch, ids }: { status: number; text: string; batch: string; ids: readonly string[] },
  interpret: (said: string, id: string) => PayoutStatus,
): ReadonlyMap<string, PayoutAnswer> {
  const parsed = batchSchema.safeParse(readJson(text))
  const said = parsed.success && (parsed.data.id ?? batch) === batch ? parsed.data.payouts : []
  const byId = new Map(said.map((each) => [each.id, each]))
  const nothing: Reason = { code: 'noState', values: { status } }
  return new Map(
    ids.map((id): [string, PayoutAnswer] => {
      const each = byId.get(id) ?? (status === tooBusy ? {} : undefined)
      return [id, each ? sendAnswer(interpret(JSON.stringify(each), id)) : { kind: 'unknown', reason: nothing }]
    }),
  )
}
