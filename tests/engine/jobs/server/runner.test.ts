import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Job, JobWork } from '#engine/jobs/server/job.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import { DatabaseUnavailable, WorkerUnavailable } from '#engine/server/database/unavailable.ts'
import { requestRun } from '#engine/jobs/server/runs/planRuns.ts'
import { readJobs } from '#engine/jobs/server/runs/readRuns.ts'
import { eventually } from '#tests/support/eventually.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testEnvironment } from '#tests/support/office.ts'

let store: TestDatabase
let at = new Date('2030-03-10T12:00:00Z')
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())
beforeEach(() => sql`delete from job`.execute(store.database.db))

const quiet = { info() {}, warn() {}, error() {} }
function job(values: Partial<Job> & Pick<Job, 'run'>): Job {
  return { name: 'sweep', schedule: { everySeconds: 60 }, runsAtFirstStart: true, ...values }
}
function runner(...jobs: Job[]): JobRunner {
  return new JobRunner({
    context: { database: store.database, environment: testEnvironment(), now: () => at },
    jobs,
    log: quiet,
  })
}
function pass(seconds: number): void {
  at = new Date(at.getTime() + seconds * 1000)
}
async function rows() {
  return (
    await sql<{
      kind: string
      state: string
      outcome: string | null
      remarks: unknown
      tries: number
    }>`select kind, state, outcome, remarks, tries from job order by id`.execute(store.database.db)
  ).rows
}

/** What a run says: one of the remarks there are. */
const counted = (count: number) => [{ code: 'followed', values: { count } } as const]

describe('jobs', () => {
  it('run once at each moment of their schedule, whatever the number of servers', async () => {
    let runs = 0
    const sweep = job({ run: async () => counted((runs += 1)) })
    const servers = [runner(sweep), runner(sweep), runner(sweep)]
    await Promise.all(servers.map((server) => server.runDue()))
    await Promise.all(servers.map((server) => server.runDue()))
    expect(runs).toBe(1)
    pass(60)
    await Promise.all(servers.map((server) => server.runDue()))
    expect(runs).toBe(2)
    expect(await rows()).toMatchObject([
      { state: 'done', outcome: 'Payments followed: 1', remarks: counted(1) },
      { state: 'done', outcome: 'Payments followed: 2', remarks: counted(2) },
    ])
  })

  it('make up for missed moments by one run, and begin at a first start with the next moment', async () => {
    let runs = 0
    const sweep = job({
      schedule: { dailyAt: '06:00' },
      runsAtFirstStart: false,
      run: async () => counted((runs += 1)),
    })
    await runner(sweep).runDue()
    expect(runs).toBe(0)
    pass(5 * 86_400)
    await runner(sweep).runDue()
    expect(runs).toBe(1)
  })

  it('never run twice at once', async () => {
    let [inside, most] = [0, 0]
    let release = () => {}
    const gate = new Promise<void>((go) => {
      release = go
    })
    const sweep = job({
      run: async () => {
        most = Math.max(most, (inside += 1))
        await gate
        inside -= 1
        return counted(1)
      },
    })
    const [one, other] = [runner(sweep), runner(sweep)]
    await one.begin()
    await requestRun(store.database.db, { name: 'sweep', now: at, requestedBy: 'root' })
    await other.begin()
    release()
    await Promise.all([one.runDue(), other.runDue()])
    expect(most).toBe(1)
    expect((await rows()).map(({ state }) => state)).toEqual(['done', 'done'])
  })

  it('are taken over when their server died, and given up after too many deaths', async () => {
    let runs = 0
    const sweep = job({ schedule: { everySeconds: 86_400 }, run: async () => counted((runs += 1)) })
    await runner(sweep).runDue()
    await sql`update job set state = 'running', lease_until = ${at.toISOString()}::text::timestamptz + interval
      '1 minute'`.execute(store.database.db)
    await runner(sweep).runDue()
    expect(runs).toBe(1)
    pass(61)
    await runner(sweep).runDue()
    expect(runs).toBe(2)
    await sql`update job set state = 'running', tries = 5, lease_until = ${at.toISOString()}::text::timestamptz -
      interval '1 second'`.execute(store.database.db)
    await runner(sweep).runDue()
    expect(runs).toBe(2)
    expect(await rows()).toMatchObject([{ state: 'failed', outcome: expect.stringContaining('5 times') }])
  })

  it('that fail say so without inner messages, and run again at their next moment', async () => {
    let runs = 0
    const sweep = job({
      run: async () => {
        runs += 1
        if (runs === 1) throw new Error('relation "secret" does not exist')
        return counted(8)
      },
    })
    await runner(sweep).runDue()
    const [failed] = await rows()
    expect(failed).toMatchObject({ state: 'failed' })
    expect(failed!.outcome).not.toContain('secret')
    pass(60)
    await runner(sweep).runDue()
    expect((await rows()).at(-1)).toMatchObject({ state: 'done', outcome: 'Payments followed: 8' })
  })

  it('that lose the database are begun anew a little later, and fail only where that happens again and again', async () => {
    let isAway = true
    const sweep = job({
      schedule: { everySeconds: 86_400 },
      run: async () => {
        if (isAway) throw new DatabaseUnavailable(new Error('Connection terminated unexpectedly'))
        return counted(7)
      },
    })
    await runner(sweep).runDue()
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1, outcome: null }])
    isAway = false
    pass(4)
    await runner(sweep).runDue()
    expect(await rows()).toMatchObject([{ state: 'waiting' }])
    pass(1)
    await runner(sweep).runDue()
    expect(await rows()).toMatchObject([{ state: 'done', tries: 2, outcome: 'Payments followed: 7' }])
    isAway = true
    await requestRun(store.database.db, { name: 'sweep', now: at, requestedBy: 'root' })
    for (let count = 0; count < 5; count += 1) {
      await runner(sweep).runDue()
      pass(30)
    }
    expect((await rows()).at(-1)).toMatchObject({ state: 'failed', tries: 5 })
  })

  it('that a node of several is away for wait for it as long as that is', async () => {
    let isAway = true
    const sweep = job({
      schedule: { everySeconds: 86_400 },
      run: async () => {
        if (isAway) throw new WorkerUnavailable(new Error('connection to the remote node failed'))
        return counted(7)
      },
    })
    for (let count = 0; count < 9; count += 1) {
      await runner(sweep).runDue()
      pass(30)
    }
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 3, outcome: null }])
    isAway = false
    await runner(sweep).runDue()
    expect(await rows()).toMatchObject([{ state: 'done', outcome: 'Payments followed: 7' }])
  })

  it('end when the server stops, and another server begins them anew', async () => {
    let runs = 0
    const endless = async ({ signal }: JobWork) => {
      runs += 1
      if (runs > 1) return counted(9)
      await new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)))
      return []
    }
    const sweep = job({ run: endless })
    const stopping = runner(sweep)
    await stopping.begin()
    await eventually(() => runs === 1)
    await stopping.stop()
    expect(await rows()).toMatchObject([{ state: 'waiting', tries: 0 }])
    await runner(sweep).runDue()
    expect(await rows()).toMatchObject([{ state: 'done', outcome: 'Payments followed: 9' }])
  })

  it('are shown with their last run, the one under way and the next', async () => {
    const sweep = job({ schedule: { dailyAt: '06:00' }, run: async () => counted(3) })
    await runner(sweep).runDue()
    const [shown] = await readJobs(store.database.db, { jobs: [sweep], now: at, zones: ['UTC'] })
    expect(shown).toMatchObject({
      name: 'sweep',
      lastRun: { state: 'done', outcome: 'Payments followed: 3' },
      currentRun: null,
    })
    expect(shown!.nextRun.slice(11)).toBe('06:00:00.000Z')
  })
})
