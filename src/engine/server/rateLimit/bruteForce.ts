import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { limiterOf, consumePoints } from './limiters.ts'
import { networkOf } from './networkOf.ts'

/** What could be guessed were it not too long for that: the count saves work and keeps the log quiet. */
export type Guessed = 'ingestKey' | 'postback' | 'link' | 'sheet'

/**
 * Wrong ones of a client in a window. A platform that signs wrongly sends many, and all its right ones are to arrive.
 */
export const failedLookupsMax = { ingestKey: 100, postback: 300, link: 300, sheet: 100 } as const satisfies Record<
  Guessed,
  number
>
const windowSeconds = 60
/** So many times more wrong ones, and nothing of the client is looked for any more. */
const floodFactor = 10

const counts = new WeakMap<AppContext, Map<Guessed, RateLimiterMemory>>()

function countOf(context: AppContext, guessed: Guessed): RateLimiterMemory {
  let ofContext = counts.get(context)
  if (!ofContext) counts.set(context, (ofContext = new Map()))
  let count = ofContext.get(guessed)
  if (count) return count
  count = new RateLimiterMemory({ keyPrefix: guessed, points: failedLookupsMax[guessed], duration: windowSeconds })
  ofContext.set(guessed, count)
  return count
}

/** The refusal of one try too many. */
export function tooManyTries(retryAfterSeconds: number): ApiError {
  return new ApiError('too_many_requests', { extra: { retryAfterSeconds } })
}

/**
 * Finds what was asked for. A client that asked too often for what is not there is answered `too_many_requests`
 * instead; what is right goes through all the same, because many share an address (the brands of one platform, the
 * visitors of one network), unless the flood is such that even looking is too much. Each server counts by itself, in
 * memory: a click and a postback are to cost no statement more.
 * @param find what counts as wrong throws an ApiError of status 401 or 404, or is null
 */
export async function withBruteForceProtection<Found>(
  context: AppContext,
  { guessed, address }: { guessed: Guessed; address: string },
  find: () => Promise<Found>,
): Promise<Found> {
  const [count, key] = [countOf(context, guessed), networkOf(address)]
  const refuseBeyond = (max: number, counted: RateLimiterRes | null) => {
    if (!counted || counted.consumedPoints <= max || counted.msBeforeNext <= 0) return
    throw tooManyTries(Math.max(1, Math.ceil(counted.msBeforeNext / 1000)))
  }
  const countWrong = async () => refuseBeyond(failedLookupsMax[guessed], await count.penalty(key))
  refuseBeyond(failedLookupsMax[guessed] * floodFactor, await count.get(key))
  try {
    const found = await find()
    if (found === null) await countWrong()
    return found
  } catch (error) {
    if (error instanceof ApiError && [401, 404].includes(error.status)) await countWrong()
    throw error
  }
}

/** Lets somebody do something that takes long so many times a minute, or in another time. @throws ApiError `too_many_requests` */
export async function limitCalls(
  context: AppContext,
  { name, max, who, seconds = windowSeconds }: { name: string; max: number; who: string; seconds?: number },
): Promise<void> {
  const wait = await consumePoints(limiterOf(context, { name, points: max, seconds }), who)
  if (wait !== null) throw tooManyTries(wait)
}
