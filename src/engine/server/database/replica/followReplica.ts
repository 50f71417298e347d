import type { PostgresPool } from 'kysely'
import { withStatementTimeout } from '../statementWatch.ts'

/** What is known of a replica at this moment. */
export interface Replica {
  /** Whether it answers and is not too far behind; reads go to the primary otherwise. */
  readonly isFollowing: boolean
  /** The position of the primary's log up to which it has everything, in bytes. */
  readonly replayedTo: number
  /** What it lacked of the primary's log when both last said where they are, in bytes. */
  readonly behindBytes: number
  /** How long ago both servers last said where they are, in milliseconds. */
  readonly ageMs: number
  /** It has just failed to answer. */
  lost(): void
  stop(): Promise<void>
}

/** How often both servers are asked where they are. */
const lookEveryMs = 500
/** How long either may take to say it. */
const answerLimitMs = 3_000
/**
 * A replica that lacks what was written so long ago is not read: a link that is down looks like a replica that has
 * nothing to do.
 */
const lagLimitMs = 10_000

// Bytes of log fit a number up to 9 petabytes. A "replica" that is none is the primary under another address.
const replayedText = `select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end, '0/0')::text as position`
const writtenText = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as position`

async function positionOf(pool: PostgresPool, text: string): Promise<number> {
  const session = await pool.connect()
  try {
    const { rows } = await session.query<{ position: string | null }>(text, [])
    return Number(rows[0]?.position ?? 0)
  } finally {
    session.release()
  }
}

/** Asks primary and replica every half second where they are, until it is stopped. */
export function followReplica({ primary, replica }: { primary: PostgresPool; replica: PostgresPool }): Replica {
  const state = { isFollowing: false, replayedTo: 0 }
  const written: { atMs: number; position: number }[] = []
  let underWay: Promise<void> | null = null
  let lookedMs = Date.now()

  async function look(): Promise<void> {
    try {
      written.push({ atMs: Date.now(), position: await positionOf(primary, writtenText) })
      state.replayedTo = await positionOf(replica, replayedText)
      while (written.length > 1 && Date.now() - written[1]!.atMs >= lagLimitMs) written.shift()
      const [oldest] = written
      lookedMs = Date.now()
      state.isFollowing = Date.now() - oldest!.atMs < lagLimitMs || state.replayedTo >= oldest!.position
    } catch {
      // Whichever of the two is away: what can be answered, the primary answers, or says that it is away.
      state.isFollowing = false
    }
  }

  const lookOnce = () => void (underWay ??= withStatementTimeout(answerLimitMs, look).finally(() => (underWay = null)))
  const timer = setInterval(lookOnce, lookEveryMs)
  timer.unref()
  lookOnce()
  return {
    get isFollowing() {
      return state.isFollowing
    },
    get replayedTo() {
      return state.replayedTo
    },
    get behindBytes() {
      return Math.max(0, (written.at(-1)?.position ?? 0) - state.replayedTo)
    },
    get ageMs() {
      return Date.now() - lookedMs
    },
    lost() {
      state.isFollowing = false
    },
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
