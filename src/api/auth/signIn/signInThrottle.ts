import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { ApiError } from '../../errors.ts'

/** How long wrong tries count, in milliseconds, and how long the next one is refused once there were too many. */
export const throttleWindowMs = 5 * 60_000

/** Wrong tries by one account from one address in a window. */
export const accountFailuresMax = 10

/** Wrong tries from one address in a window: an office behind one address has many people who mistype, a list of stolen passwords has more. */
export const addressFailuresMax = 100

/** Tries whose outcome is not known yet, beyond the wrong ones allowed: a few dozen right sign-ins at once are no attack. */
const pendingMax = 60

/** What is counted: something of the client's (an account) from an address, or the address alone. */
interface Counter { readonly key: string; readonly failuresMax: number; readonly isClearedBySuccess: boolean }
interface Count { key: string; failed_count: number; pending_count: number; window_ends_at: Date }

function countersOf(address: string, account: string | undefined): Counter[] {
  const ofAddress: Counter = { key: `address:${address}`, failuresMax: addressFailuresMax, isClearedBySuccess: false }
  if (account === undefined) return [ofAddress]
  // Hashed: what was typed as an e-mail may be a password.
  const hashed = createHash('sha256').update(`${account}\n${address}`).digest('base64url')
  return [{ key: `account:${hashed}`, failuresMax: accountFailuresMax, isClearedBySuccess: true }, ofAddress]
}

/**
 * Does an attempt at signing in, unless too many before it were wrong: then throws `too_many_requests` with `retryAfterSeconds`, whatever was typed.
 * An attempt is wrong where it throws an ApiError of status 400. Counted in the database, so several servers share it; right ones are never counted.
 * @param account what was tried to sign in to; without it only the address is counted.
 */
export async function throttled<Answer>(
  context: AppContext, { address, account }: { address: string; account?: string }, attempt: () => Promise<Answer>,
): Promise<Answer> {
  const counters = countersOf(address, account)
  await reserve(context, counters)
  let isWrong = false
  let isRight = false
  try {
    const answer = await attempt()
    isRight = true
    return answer
  } catch (error) {
    isWrong = error instanceof ApiError && error.status === 400
    throw error
  } finally {
    await settle(context, counters, { isWrong, isRight })
  }
}

async function reserve(context: AppContext, counters: readonly Counter[]): Promise<void> {
  const now = context.now()
  const counts = await countPending(context.database.db, counters, now)
  const refusing = counts.filter((count) => {
    const { failuresMax } = counters.find(({ key }) => key === count.key)!
    return count.failed_count >= failuresMax || count.failed_count + count.pending_count > failuresMax + pendingMax
  })
  if (refusing.length === 0) return
  await settle(context, counters, { isWrong: false, isRight: false })
  const endsAt = Math.max(...refusing.map((count) => count.window_ends_at.getTime()))
  throw new ApiError('too_many_requests', { extra: { retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000)) } })
}

/** One more pending try in each counter; a window that is over begins anew. Sorted by key, so that two requests never wait for each other. */
async function countPending(db: Kysely<any>, counters: readonly Counter[], now: Date): Promise<Count[]> {
  const keys = counters.map(({ key }) => key).sort()
  const windowEndsAt = new Date(now.getTime() + throttleWindowMs)
  const { rows } = await sql<Count>`
    insert into sign_in_throttle as counted (key, failed_count, pending_count, window_ends_at)
    select key, 0, 1, ${windowEndsAt} from unnest(${keys}::text[]) as given (key) order by key
    on conflict (key) do update set
      failed_count = case when counted.window_ends_at <= ${now} then 0 else counted.failed_count end,
      pending_count = case when counted.window_ends_at <= ${now} then 1 else counted.pending_count + 1 end,
      window_ends_at = case when counted.window_ends_at <= ${now} then excluded.window_ends_at else counted.window_ends_at end
    returning key, failed_count, pending_count, window_ends_at`.execute(db)
  return rows
}

async function settle(context: AppContext, counters: readonly Counter[], { isWrong, isRight }: { isWrong: boolean; isRight: boolean }): Promise<void> {
  const windowEndsAt = new Date(context.now().getTime() + throttleWindowMs)
  await inTransaction(context.database.db, async (transaction) => {
    for (const { key, failuresMax, isClearedBySuccess } of counters.toSorted((one, other) => (one.key < other.key ? -1 : 1))) {
      await sql`
        update sign_in_throttle set
          pending_count = greatest(pending_count - 1, 0),
          failed_count = case when ${isRight && isClearedBySuccess} then 0 when ${isWrong} then failed_count + 1 else failed_count end,
          window_ends_at = case when ${isWrong} and failed_count + 1 >= ${failuresMax}::integer then ${windowEndsAt} else window_ends_at end
        where key = ${key}`.execute(transaction)
    }
  })
}
