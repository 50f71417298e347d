import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#app/server/jobs/index.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type Office, openOfficeOn } from '#tests/support/office.ts'
import { buildAffiliate } from '#tests/support/builders.ts'
import { runServer } from '#tests/support/server.ts'

const threeDaysMs = 3 * 86_400_000
let aheadMs = 0
let url: string
let office: Office

beforeAll(async () => {
  const made = await createTestDatabase({ serverMs: () => Date.now() + aheadMs })
  ;({ url } = made)
  office = await openOfficeOn(made)
})
afterAll(() => office.close())

/** Does something while the server's clock is another. */
async function whileAhead<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  aheadMs = ms
  try {
    await office.database.clock.compare()
    return await work()
  } finally {
    aheadMs = 0
    await office.database.clock.compare()
  }
}

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

describe('the present moment of the product', () => {
  it.each([-threeDaysMs, -61_000, 30_000, threeDaysMs])(
    "is the database's where the server's clock is %i ms ahead",
    (ms) =>
      whileAhead(ms, async () => {
        expect(Math.abs(office.database.clock.now().getTime() - Date.now())).toBeLessThan(5_000)
        expect(Math.abs(office.database.clock.aheadSeconds! - ms / 1000)).toBeLessThan(5)
      }),
  )

  it('is that of one clock where both agree', () => {
    expect(Math.abs(office.database.clock.aheadSeconds!)).toBeLessThan(1)
  })

  it('decides which days are still to come', () =>
    whileAhead(30_000, async () => {
      const { status, body } = await office.root.post('/api/job/dailyClose/run', { from: tomorrow(), to: tomorrow() })
      expect([status, body.details.from[0].code]).toEqual([400, 'in_future'])
    }))
})

describe("a server whose clock is more than 60 seconds from the database's", () => {
  it.each([threeDaysMs, -61_000])('refuses payments with 503, %i ms ahead', (ms) =>
    whileAhead(ms, async () => {
      const affiliate = await buildAffiliate(office.root)
      for (const [path, body] of [
        [`/api/payment/affiliate/${affiliate.id}`, undefined],
        [
          `/api/payment/affiliate/${affiliate.id}/manual`,
          { paidAt: '2026-01-01', reference: null, note: null, currency: 'BRL' },
        ],
        ['/api/payment/run', { payees: [], approvals: [1] }],
        ['/api/payment/1/approve', undefined],
      ] as const) {
        const { status, body: answer } = await office.root.post(path, body)
        expect([path, status, answer.code]).toEqual([path, 503, 'clocks_apart'])
        expect(answer.values.seconds).toBeGreaterThan(60)
      }
    }),
  )

  it('lets payments be stopped, and reads go on', () =>
    whileAhead(threeDaysMs, async () => {
      expect((await office.root.post('/api/payment/1/decline', { reason: 'Twice' })).status).toBe(404)
      expect((await office.root.get('/api/payment?sort=["id","ASC"]&range=[0,0]&filter={}')).status).toBe(200)
    }))

  it('closes no day', () =>
    whileAhead(threeDaysMs, async () => {
      const { database, environment } = office
      const days = { from: '2026-01-01', to: '2026-01-01' }
      const close = closeDays({ database, environment, ...days, now: database.clock.now, log: () => {} })
      await expect(close).rejects.toMatchObject({ code: 'clocks_apart' })
      expect((await office.root.post('/api/job/dailyClose/run')).body.code).toBe('clocks_apart')
    }))

  it('begins no job, and begins what is due once its clock is right', async () => {
    const { database, environment, app } = office
    await office.root.post('/api/job/automaticPayments/run')
    const runner = new JobRunner({ context: { database, environment, now: database.clock.now }, jobs, log: app.log })
    await whileAhead(threeDaysMs, async () => {
      await runner.runDue()
      const all = (await office.root.get('/api/job')).body
      const { lastRun, currentRun } = all.find(({ name }: { name: string }) => name === 'automaticPayments')
      expect([lastRun, currentRun.state]).toEqual([null, 'waiting'])
    })
    await runner.runDue()
    const { body } = await office.root.get('/api/job/automaticPayments')
    expect(body[0].state).toBe('done')
  })

  it('tells it in the metrics, and root on the home page', async () => {
    const apart = async () => {
      const attention = await office.root.get('/api/dashboard/attention')
      const told = /^office_clock_apart_seconds (\S+)$/m.exec(await office.app.metrics())
      return [attention.body.clocksApart, Math.round(Number(told![1]) / 10) * 10]
    }
    expect(await apart()).toEqual([null, 0])
    await whileAhead(120_000, async () => expect(await apart()).toEqual([120, 120]))
  })

  it('does not start, and says why', async () => {
    const wrong = `const { now } = Date; Date.now = () => now() + ${threeDaysMs}`
    const server = runServer({
      DATABASE_URL: url,
      DEMO: '0',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(wrong)}`,
    })
    expect(await server.ended).toBe(1)
    expect(server.output()).toMatch(/The clock of this machine is 259\d{3} s ahead of the database's/)
    expect(server.output()).not.toContain('    at ')
  })
})
