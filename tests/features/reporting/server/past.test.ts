import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { roleKeys } from '#resources/roles.ts'
import { builtPassword, buildUser } from '#tests/support/builders.ts'
import { type Client, signInAs } from '#tests/support/office.ts'
import { openProgramme, type Programme } from './support/programme.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
})
afterAll(() => programme.close())

const month = 'from=2030-05-01&to=2030-05-28'
const questions = [
  `affiliateActivity?${month}`,
  `affiliateActivity?${month}&rows=day,action&sort=["turnover","DESC"]&limit=3`,
  `affiliateDetail?${month}`,
  `affiliateDetail?${month}&rows=affiliate,campaign,product`,
  `affiliates?${month}`,
  `affiliates?${month}&q=a`,
  `general?${month}`,
  `generalV2?${month}`,
  `generalV2?${month}&view=list`,
  `partners?${month}`,
  `lottery?${month}`,
  `cpa?${month}`,
  `movement?${month}`,
  `movement?${month}&rows=brand,subBrand,campaign`,
  `paymentByAffiliate?${month}`,
  `dashboard?${month}`,
]

/** What must be the same bytes: rows and sums as they were sent. */
async function said(client: Client, question: string, knownAt?: string): Promise<{ bytes: string; moment: string }> {
  const more = knownAt === undefined ? '' : `&knownAt=${encodeURIComponent(knownAt)}`
  const answer = await client.get(`/api/report/${question}${more}`)
  expect(answer.status, `${question} ${JSON.stringify(answer.body).slice(0, 200)}`).toBe(200)
  const { rows, total, totals, count } = answer.body
  return { bytes: JSON.stringify({ rows, total, totals, count }), moment: String(answer.headers['known-at']) }
}

const events = (turn: number, days: readonly number[]) =>
  programme.links.flatMap((link, index) =>
    days.flatMap((day) =>
      ['registration', 'deposit', 'bet', 'win'].map((type) => ({
        link,
        type,
        product: type === 'bet' || type === 'win' ? ['bets', 'games', 'lotto'][(turn + index) % 3]! : '',
        day: `2030-05-${String(day).padStart(2, '0')}`,
        player: `past-${turn}-${index}`,
        ...(type === 'registration' ? {} : { amount: (10 + turn * 3.1 + index * 1.7 + day).toFixed(2) }),
      })),
    ),
  )

test('a change that began before a moment and was committed after it is not known at it', async () => {
  const { root, affiliates, database } = programme
  await programme.send(events(7, [20]))
  const question = `affiliateActivity?${month}`
  const running = await database.db.startTransaction().execute()
  await sql`update affiliate set name = 'Not yet' where id = ${affiliates[1]!.id}`.execute(running)
  const before = await said(root, question)
  const clock = new Date().toISOString()
  // A moment to the millisecond is the whole of it.
  await expect.poll(() => new Date().toISOString(), { interval: 1 }).not.toBe(clock)
  await running.commit().execute()
  const after = await said(root, question)
  expect(after.bytes).toContain('Not yet')
  expect((await said(root, question, before.moment)).bytes).toBe(before.bytes)
  expect((await said(root, question, clock)).bytes).toBe(before.bytes)
  expect((await said(root, question, after.moment)).bytes).toBe(after.bytes)
})

test('every report answers with knownAt what it answered then, whatever came after', async () => {
  const { root, affiliates, partners, brands } = programme
  const { companies } = programme
  const user = await buildUser(root, {
    company: companies[0]!.id,
    allowedBrands: [brands[0]!.id],
    roles: [...roleKeys],
  })
  const staff = await signInAs(programme.app, { email: user.email as string, password: builtPassword })
  const steps: readonly (() => Promise<unknown>)[] = [
    () => programme.send(events(0, [3, 4, 9])),
    () => programme.closeDays('2030-05-01', '2030-05-10'),
    () => programme.send(events(1, [4, 12])),
    () => programme.closeDays('2030-05-01', '2030-05-20'),
    () => root.put(`/api/affiliate/${affiliates[0]!.id}`, { name: 'Another name', partner: partners[3]!.id }),
    () => root.put(`/api/partner/${partners[1]!.id}`, { name: 'Another partner', percentage: 25 }),
    () => programme.closeDays('2030-05-01', '2030-05-28'),
    () =>
      sql`update entry set status = 'complete' where id in (select min(id) from entry)`.execute(programme.database.db),
    () => programme.send(events(0, [2])),
    () => programme.closeDays('2030-05-01', '2030-05-28'),
  ]
  const kept: { who: string; question: string; moment: string; clock: string; bytes: string }[] = []
  const clients: readonly (readonly [string, Client])[] = [
    ['root', root],
    ['staff', staff],
  ]
  for (const step of steps) {
    await step()
    for (const [who, client] of clients)
      for (const question of questions) {
        const { bytes, moment } = await said(client, question)
        kept.push({ who, question, moment, clock: new Date().toISOString(), bytes })
      }
  }
  expect(new Set(kept.map(({ bytes }) => bytes)).size).toBeGreaterThan(questions.length * 3)
  for (const { who, question, moment, clock, bytes } of kept) {
    const client = who === 'root' ? root : staff
    expect((await said(client, question, moment)).bytes, `${who}: ${question} as of ${moment}`).toBe(bytes)
    expect((await said(client, question, clock)).bytes, `${who}: ${question} by the clock ${clock}`).toBe(bytes)
  }
}, 300_000)
