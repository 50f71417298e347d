import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { tooManyTries } from '#engine/server/rateLimit/bruteForce.ts'
import { limiterOf, consumePoints } from '#engine/server/rateLimit/limiters.ts'
import { networkOf } from '#engine/server/rateLimit/networkOf.ts'

/** How long wrong tries count, in milliseconds, and how long the next one is refused once there were too many. */
export const throttleWindowMs = 5 * 60_000

/** Wrong tries by one account from one address in a window. */
export const accountFailuresMax = 10

/**
 * Wrong tries from one address in a window: an office behind one address has many people who mistype, a list of stolen
 * passwords has more.
 */
export const addressFailuresMax = 100

/**
 * Wrong tries at one account from everywhere in a window: beyond them each try waits, and an address has fewer. Never a
 * refusal, which would let anybody lock out whoever they like.
 */
export const everywhereFailuresMax = 50

/**
 * Tries whose outcome is not known yet, beyond the wrong ones allowed: a few dozen right sign-ins at once are no
 * attack.
 */
const pendingMax = 60
/** What each wrong try beyond {@link everywhereFailuresMax} adds to the wait, and the longest wait. */
const delayStepMs = 200
const delayMaxMs = 3_000
/** While an account is tried from everywhere, a wrong try counts so many times. */
const attackedFactor = 5

/** What is signed in to; each is counted by itself, so that whoever fails at one locks nobody out of another. */
export type Entrance = 'signIn' | 'partner' | 'affiliate' | 'report' | 'invitation'

interface Counter {
  readonly limiter: RateLimiterAbstract
  readonly key: string
  readonly wrongPoints: number
  readonly isClearedBySuccess: boolean
}
type Counted = Pick<Counter, 'key' | 'isClearedBySuccess'> & { name: string; failuresMax: number; factor?: number }

/**
 * A try under way takes one point, one that was wrong as many as make the limit: so a burst does not slip past, and
 * right ones in numbers are let in.
 */
function counterOf(context: AppContext, { name, failuresMax, key, isClearedBySuccess, factor = 1 }: Counted): Counter {
  const wrongPoints = Math.ceil((failuresMax + pendingMax) / failuresMax)
  const limiter = limiterOf(context, { name, points: wrongPoints * failuresMax, seconds: throttleWindowMs / 1000 })
  return { limiter, key, wrongPoints: wrongPoints * factor, isClearedBySuccess }
}

/** Hashed: what was typed as an e-mail may be a password. */
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url')

/** How often an account was tried in vain, from wherever. */
function everywhereOf(context: AppContext, { entrance, account }: { entrance: Entrance; account: string }) {
  const [name, seconds] = [`${entrance} everywhere`, throttleWindowMs / 1000]
  const limiter = limiterOf(context, { name, points: everywhereFailuresMax, seconds })
  const key = hashed(account)
  return {
    excess: async () => Math.max(((await limiter.get(key))?.consumedPoints ?? 0) - everywhereFailuresMax + 1, 0),
    countWrong: () => limiter.penalty(key),
  }
}

/** What is tried, and from where. */
interface Tried {
  readonly address: string
  /** What was tried to sign in to. */
  readonly account?: string
  readonly entrance?: Entrance
  /**
   * What was given, where it is too long to be guessed (keys, links): each is counted by itself, and a right one goes
   * through however many wrong ones came from its address, or one client would lock out everybody behind a proxy.
   */
  readonly unguessable?: string
  /** Whether this one goes on though too many wrong ones came from its address. */
  readonly mayPass?: () => Promise<boolean>
}

/**
 * Does an attempt at signing in, unless too many before it were wrong: then throws `too_many_requests` with
 * `retryAfterSeconds`, whatever was typed.
 * An attempt is wrong where it throws an ApiError of status 400. Counted in the database, so several servers share it;
 * right ones are never counted.
 */
export async function throttled<Answer>(
  context: AppContext,
  { address, account, entrance = 'signIn', unguessable, mayPass }: Tried,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  const network = networkOf(address)
  const everywhere = account === undefined ? null : everywhereOf(context, { entrance, account })
  const excess = (await everywhere?.excess()) ?? 0
  const named = account ?? unguessable
  const counters =
    named === undefined
      ? []
      : [
          counterOf(context, {
            name: `${entrance} account`,
            failuresMax: accountFailuresMax,
            key: hashed(`${named}\n${network}`),
            isClearedBySuccess: true,
            factor: excess > 0 ? attackedFactor : 1,
          }),
        ]
  const ofAddress = counterOf(context, {
    name: `${entrance} address`,
    failuresMax: addressFailuresMax,
    key: network,
    isClearedBySuccess: false,
  })
  await reserve(counters)
  const wait = await consumePoints(ofAddress.limiter, ofAddress.key)
  if (wait === null) counters.push(ofAddress)
  else if (unguessable === undefined && !(await mayPass?.())) {
    for (const { limiter, key } of counters) await limiter.reward(key)
    throw tooManyTries(wait)
  }
  if (excess > 0) await pause(Math.min(excess * delayStepMs, delayMaxMs))
  try {
    const answer = await attempt()
    for (const { limiter, key, isClearedBySuccess } of counters) {
      await (isClearedBySuccess ? limiter.delete(key) : limiter.reward(key))
    }
    return answer
  } catch (error) {
    const isWrong = error instanceof ApiError && error.status === 400
    for (const { limiter, key, wrongPoints } of counters) {
      await (isWrong ? limiter.penalty(key, wrongPoints - 1) : limiter.reward(key))
    }
    if (isWrong) await everywhere?.countWrong()
    throw isWrong && wait !== null ? tooManyTries(wait) : error
  }
}

/** One point of each counter for the try that begins. @throws ApiError `too_many_requests`; what was taken is back */
async function reserve(counters: readonly Counter[]): Promise<void> {
  const taken: Counter[] = []
  for (const counter of counters) {
    const wait = await consumePoints(counter.limiter, counter.key)
    if (wait === null) {
      taken.push(counter)
      continue
    }
    for (const { limiter, key } of taken) await limiter.reward(key)
    throw tooManyTries(wait)
  }
}
