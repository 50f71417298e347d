import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { AppContext } from '#engine/server/context.ts'
import { limitCalls, tooManyTries } from './bruteForce.ts'
import { consumePoints } from './limiters.ts'

/**
 * What one affiliate asks for and writes in a minute, in its sessions or by its keys. A page asks for a dozen things, a
 * program that copies numbers for some hundreds; nobody types sixty times a minute.
 */
export const ownCallsMax = { read: 600, write: 60 } as const

const windowSeconds = 60
const hourSeconds = 3600
const counts = new WeakMap<AppContext, RateLimiterMemory>()

/**
 * Counts what an affiliate or partner reads by its key or session: each server by itself, in memory, so that a read
 * costs no statement more.
 * @throws ApiError `too_many_requests`
 */
export async function countOwnRead(context: AppContext, who: string): Promise<void> {
  let count = counts.get(context)
  if (!count) {
    count = new RateLimiterMemory({ keyPrefix: 'own_read', points: ownCallsMax.read, duration: windowSeconds })
    counts.set(context, count)
  }
  const wait = await consumePoints(count, who)
  if (wait !== null) throw tooManyTries(wait)
}

/**
 * Counts what an affiliate writes in its session, on all servers together.
 * @param route what is counted by itself as well, so many an hour: what calls others, or takes long
 * @throws ApiError `too_many_requests`
 */
export async function countOwnWrite(
  context: AppContext,
  who: string,
  route?: { readonly name: string; readonly perHour: number },
): Promise<void> {
  await limitCalls(context, { name: 'own_write', max: ownCallsMax.write, who })
  if (route) await limitCalls(context, { name: route.name, max: route.perHour, who, seconds: hourSeconds })
}
