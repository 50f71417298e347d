import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobs } from '#app/server/jobs/index.ts'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { buildAction, buildBrand, buildEvent, unique } from '#tests/features/activity/server/support/activity.ts'
import { buildCompany, buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
let company: BuiltRecord
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
  office.gateway!.behave(() => ({ outcome: 'settled' }))
  company = await buildCompany(office.root)
})
afterAll(() => office.close())

const runDue = () =>
  new JobRunner({ context: office.context, jobs, log: { info() {}, warn() {}, error() {} } }).runDue()
const outcomeOf = async (name: string) =>
  (await (await office.asRoot()).get(`/api/job/${name}`)).body[0]?.outcome as string

describe('the jobs of the product', () => {
  it('are seen and run by root alone', async () => {
    const staff = await buildStaff(office.app, office.root, { company: company.id, roles: ['manager', 'financial'] })
    for (const answer of [await staff.get('/api/job'), await staff.post('/api/job/dailyClose/run')])
      expect([answer.status, answer.body.code]).toEqual([403, 'user_must_be_root'])
    const { body } = await office.root.get('/api/job')
    expect(body.map(({ name }: { name: string }) => name)).toEqual([
      'dailyClose',
      'scheduledVersions',
      'closeToday',
      'automaticPayments',
      'unclaimedSums',
      'riskFindings',
      'followPayments',
      'feedImports',
      'recordImports',
      'notices',
      'affiliateNotices',
      'dealChanges',
      'accessMails',
      'digests',
      'reattribution',
      'reportFiles',
      'eventPartitions',
      'cleanUp',
      'retention',
      'backupCheck',
    ])
    expect((await office.root.post('/api/job/nothing/run')).status).toBe(404)
  })

  it('close yesterday and the days missed before it', async () => {
    await runDue()
    await sql`insert into closed_day (day) values ('2030-03-06')`.execute(office.database.db)
    office.pass({ hours: 13 })
    await runDue()
    expect(await outcomeOf('dailyClose')).toBe(
      'Closed 2030-03-07 to 2030-03-10, 0 entries of affiliates; Days closed for the first time: 4; nothing had to be written, 0 entries of affiliates and partners stay as they are',
    )
    const { rows } = await sql<{ day: string }>`select day::text as day from closed_day order by day`.execute(
      office.database.db,
    )
    expect(rows.map(({ day }) => day)).toEqual(['2030-03-06', '2030-03-07', '2030-03-08', '2030-03-09', '2030-03-10'])
  })

  it('close the days that root names, with progress and a line in the log, and refuse what are no days to close', async () => {
    const run = async (body: object, job = 'dailyClose') => (await office.asRoot()).post(`/api/job/${job}/run`, body)
    const refusal = async (body: object) => {
      const {
        status,
        body: { details },
      } = await run(body)
      return [
        status,
        ...Object.entries(details as Record<string, { code: string }[]>).map(
          ([field, [problem]]) => `${field} ${problem!.code}`,
        ),
      ]
    }
    expect(await refusal({ from: '2030-02-01' })).toEqual([400, 'to required'])
    expect(await refusal({ from: '2030-02-30', to: 'x' })).toEqual([400, 'from invalid_date', 'to invalid_date'])
    expect(await refusal({ from: '2030-02-02', to: '2030-02-01' })).toEqual([400, 'to before_begin'])
    expect(await refusal({ from: '2030-02-01', to: '2031-02-01' })).toEqual([400, 'to in_future'])
    expect(await refusal({ from: '2030-02-01', to: '2030-02-02', brand: 1 })).toEqual([400, 'brand unknown_property'])
    expect((await run({ from: '2030-02-01', to: '2030-02-02' }, 'cleanUp')).body.details).toEqual({
      from: [{ code: 'unknown_property' }],
    })
    const [first, again, other] = [
      await run({ from: '2030-02-01', to: '2030-02-03' }),
      await run({ from: '2030-02-01', to: '2030-02-03' }),
      await run({}),
    ]
    expect([first.body, again.body.id === first.body.id, other.body.id === first.body.id]).toMatchObject([
      { name: 'dailyClose', state: 'waiting' },
      true,
      false,
    ])
    await runDue()
    const { rows } = await sql<{
      day: string
    }>`select day::text as day from closed_day where day < '2030-03-01' order by day`.execute(office.database.db)
    expect(rows.map(({ day }) => day)).toEqual(['2030-02-01', '2030-02-02', '2030-02-03'])
    const lines = (
      await (await office.asRoot()).get('/api/activityLog?sort=["id","ASC"]&range=[0,99]&filter={"operation":"runJob"}')
    ).body
    expect(lines[0].changes).toEqual([
      { field: 'from', before: null, after: '2030-02-01' },
      { field: 'to', before: null, after: '2030-02-03' },
    ])
  })

  it('pay automatically in the morning, and when root asks for it', async () => {
    const owner = await office.owner()
    await office.entry(owner.id, '25.00')
    office.pass({ hours: 6 })
    await runDue()
    expect(await office.payments(owner.id)).toMatchObject([{ state: 'settled', value: '25.00' }])
    await office.entry(owner.id, '26.00')
    await runDue()
    expect(await office.payments(owner.id)).toHaveLength(1)
    const asked = await (await office.asRoot()).post('/api/job/automaticPayments/run')
    expect(asked.body).toMatchObject({ name: 'automaticPayments', state: 'waiting' })
    await runDue()
    expect(await office.payments(owner.id)).toHaveLength(2)
    expect(await outcomeOf('automaticPayments')).toBe('Payments made: 1')
    expect((await (await office.asRoot()).get('/api/job/automaticPayments')).body[0]).toMatchObject({
      requestedBy: 'root@office.test',
      state: 'done',
    })
  })

  it('give events to the link that was made after they came', async () => {
    const brand = await buildBrand(office.database)
    const late = unique('late')
    await recordEvents({
      database: office.database,
      brand,
      events: [
        buildEvent({ type: 'registration', player_ref: 'ana', action_token: late }),
        buildEvent({ type: 'deposit', player_ref: 'ana', amount: 50 }),
        buildEvent({ type: 'bet', player_ref: 'bia', product: 'bets', amount: 5 }),
      ],
    })
    await (await office.asRoot()).post('/api/job/reattribution/run')
    await runDue()
    expect(await outcomeOf('reattribution')).toBe('Events that have an owner now: 0; still without one: 3')
    const { affiliate } = await buildAction(office.database, brand, { token: late })
    office.pass({ hours: 1 })
    await runDue()
    expect((await (await office.asRoot()).get('/api/job/reattribution')).body[0].remarks).toEqual([
      { code: 'attributed', values: { count: 2, remaining: 1 } },
    ])
    const { rows } = await sql`select registrations, deposits from movement where affiliate = ${affiliate}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ registrations: 1, deposits: '50.00' }])
    expect(await verifyMovement(office.database.db)).toEqual([])
  })

  it('make the partitions of events ahead', async () => {
    const { rows } = await sql<{
      name: string
    }>`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass order by 1`.execute(
      office.database.db,
    )
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['event_2030_03', 'event_2030_04', 'event_2030_05', 'event_2030_06']),
    )
  })

  it('clear away sessions that are over and old counts of tries', async () => {
    await (await office.asRoot()).get('/api/job')
    await sql`insert into throttle (key, points, expire) values ('old', 3, 1000)`.execute(office.database.db)
    office.pass({ hours: 24 * 9 })
    await runDue()
    const {
      rows: [left],
    } = await sql<{
      sessions: number
      throttles: number
    }>`select (select count(*) from session where expires_at < ${office.context.now().toISOString()}::text::timestamptz)
      as sessions,
      (select count(*) from throttle where key = 'old') as throttles`.execute(office.database.db)
    expect(left).toEqual({ sessions: 0, throttles: 0 })
    expect(await outcomeOf('cleanUp')).toMatch(/^Removed [1-9]\d* sessions, [1-9]\d* counts of tries/)
  })
})
