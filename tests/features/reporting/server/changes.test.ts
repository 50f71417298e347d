import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import type { ReportChange } from '#features/reporting/answers/changes.ts'
import { buildStaff } from '#tests/support/builders.ts'
import { openProgramme, type Programme } from './support/programme.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
})
afterAll(() => programme.close())

const month = 'from=2030-05-01&to=2030-05-28'

const moment = async (name = 'affiliateActivity') =>
  String((await programme.root.get(`/api/report/${name}?${month}`)).headers['known-at'])

async function changesSince(since: string, name = 'affiliateActivity', more = ''): Promise<ReportChange[]> {
  const { status, body } = await programme.root.get(
    `/api/report/${name}/changes?${month}${more}&since=${encodeURIComponent(since)}`,
  )
  expect({ status, code: body.code }, name).toEqual({ status: 200, code: undefined })
  return body.changes
}

/** Expects that per column the differences are now less then, and gives the causes. */
async function expectWhole(since: string, name: string, more = ''): Promise<Set<string>> {
  const changes = await changesSince(since, name, more)
  const asked = async (knownAt: string) =>
    (await programme.root.get(`/api/report/${name}?${month}${more}${knownAt}`)).body.total
  const [then, now] = [await asked(`&knownAt=${encodeURIComponent(since)}`), await asked('')]
  for (const column of Object.keys(now).filter((each) => !/(margin|bonus_index)$/.test(each))) {
    const sum = changes
      .filter((change) => change.column === column)
      .reduce((all, { difference }) => all + difference!, 0)
    expect(Math.round(sum * 100) / 100, `${name} ${column}`).toBe(
      Math.round(((now[column] ?? 0) - (then[column] ?? 0)) * 100) / 100,
    )
  }
  return new Set(changes.map(({ cause }) => cause))
}

const bet = (link: number, day: string, amount: string, player?: string) => ({
  link: programme.links[link]!,
  type: 'bet',
  product: 'bets',
  day,
  amount,
  ...(player ? { player } : {}),
})

test('each changed cell has its cause and what it can be looked up by', async () => {
  const { root, affiliates, partners } = programme
  await programme.send([0, 1, 2, 3].map((link) => bet(link, '2030-05-03', '100.00')))
  await programme.closeDays('2030-05-01', '2030-05-10')
  const start = await moment()
  expect(await changesSince(start)).toEqual([])

  await programme.send([bet(0, '2030-05-04', '50.00')])
  const late = await changesSince(start)
  expect(late.find(({ column }) => column === 'bets_turnover')!).toMatchObject({
    key: { affiliate: affiliates[0]!.id },
    before: 100,
    after: 150,
    difference: 50,
    cause: 'lateEvent',
    currency: 'BRL',
  })
  expect(late[0]!.refs[0]!.kind).toBe('event')
  await programme.closeDays('2030-05-01', '2030-05-10')
  expect(await expectWhole(start, 'affiliateActivity')).toEqual(new Set(['lateEvent']))

  const beforeRule = await moment()
  await sql`update reward_history set percentage = percentage + 5 where record = (select min(id) from reward)`.execute(
    programme.database.db,
  )
  await sql`update dirty_day set changes = changes + 1`.execute(programme.database.db)
  await programme.closeDays('2030-05-01', '2030-05-10')
  const ruled = await changesSince(beforeRule)
  expect(ruled.length).toBeGreaterThan(0)
  expect([...new Set(ruled.map(({ cause }) => cause))]).toEqual(['ruleVersion'])
  expect(ruled[0]!.refs.map(({ kind }) => kind)).toEqual(['reward'])

  const beforeMove = await moment()
  await root.put(`/api/affiliate/${affiliates[0]!.id}`, { name: 'Renamed', partner: partners[3]!.id })
  expect((await changesSince(beforeMove)).map(({ column, after, cause }) => ({ column, after, cause }))).toEqual([
    { column: 'affiliate_name', after: 'Renamed', cause: 'renamed' },
  ])
  for (const name of [
    'affiliates',
    'partners',
    'general',
    'generalV2',
    'movement',
    'affiliateDetail',
    'paymentByAffiliate',
  ])
    await expectWhole(start, name)
  await expectWhole(start, 'affiliateActivity', `&affiliate=${affiliates[0]!.id}&rows=day`)
}, 120_000)

test('a moment that has not been, and one before what is kept begins, are refused', async () => {
  const ask = async (more: string) => {
    const { status, body } = await programme.root.get(`/api/report/affiliates${more}`)
    return [status, body.code]
  }
  expect(await ask(`?${month}&knownAt=2999-01-01T00:00:00Z`)).toEqual([400, 'invalid_request'])
  expect(await ask(`?${month}&knownAt=yesterday`)).toEqual([400, 'invalid_request'])
  expect(await ask(`?${month}&knownAt=2001-01-01T00:00:00Z`)).toEqual([422, 'not_known_then'])
  expect(await ask(`/changes?${month}`)).toEqual([400, 'invalid_request'])
  const ahead = await programme.root.get(`/api/report/affiliates/changes?${month}&since=2999-01-01T00:00:00Z`)
  expect([ahead.status, ahead.body.values.reason]).toEqual([400, 'since is a moment that has been'])
})

test('of several causes each has its share of a cell, to the cent; what cannot be told apart names all', async () => {
  const { affiliates, database } = programme
  await programme.send([bet(3, '2030-05-12', '100.00'), bet(3, '2030-05-20', '100.00')])
  await programme.closeDays('2030-05-11', '2030-05-28')
  const since = await moment()
  // A late event of one day, and another rule from a later day on: the close reckons with both at once.
  await programme.send([bet(3, '2030-05-12', '50.00')])
  await sql`insert into reward_history (record, valid_from, sub_type, calculation, admin_fee, percentage)
    select record, '2030-05-15', sub_type, calculation, admin_fee, percentage + 10 from reward_history
    where record = (select min(id) from reward)`.execute(database.db)
  await sql`insert into dirty_day (affiliate, day) values (${affiliates[3]!.id}, '2030-05-20')
    on conflict do nothing`.execute(database.db)
  await programme.closeDays('2030-05-11', '2030-05-28')

  const own = `&affiliate=${affiliates[3]!.id}`
  const shares = (await changesSince(since, 'affiliateActivity', own)).filter(
    ({ column }) => column === 'affiliate_reward',
  )
  const byDay = await changesSince(since, 'affiliateActivity', `${own}&rows=affiliate,day`)
  const sumOf = (day: string) =>
    byDay.find(({ key, column }) => key['day'] === day && column === 'affiliate_reward')!.difference
  // What came to an earlier day may move a later one as well: by tiers and triggers, or by a cent of rounding.
  const both = [{ cause: 'ruleVersion' }, { cause: 'lateEvent' }]
  expect(shares).toMatchObject([
    { cause: 'ruleVersion', difference: sumOf('2030-05-20'), causes: both },
    { cause: 'lateEvent', difference: sumOf('2030-05-12') },
  ])
  expect(shares[1]!.causes).toBeUndefined()
  expect(shares[0]!.after).toBe(shares[1]!.before)
  expect(shares[1]!.refs.map(({ kind }) => kind)).toEqual(['event'])
  await expectWhole(since, 'affiliateActivity', own)

  // Both on the same day.
  const again = await moment()
  await programme.send([bet(3, '2030-05-20', '70.00')])
  await sql`update reward_history set percentage = percentage + 3 where record = (select min(id) from reward)
    and valid_from = '2030-05-15'`.execute(database.db)
  await programme.closeDays('2030-05-11', '2030-05-28')
  const mixed = (await changesSince(again, 'affiliateActivity', own)).filter(
    ({ column }) => column === 'affiliate_reward',
  )
  expect(mixed).toMatchObject([{ cause: 'ruleVersion', causes: [{ cause: 'ruleVersion' }, { cause: 'lateEvent' }] }])
  expect(mixed[0]!.causes!.map(({ refs }) => refs[0]!.kind)).toEqual(['reward', 'event'])
  expect((await expectWhole(again, 'partners')).has('record')).toBe(false)
}, 120_000)

test('what each of two affiliates did to a cell of both is told apart, whatever the close reckoned at once', async () => {
  const lost = { ...programme.links[3]!, token: 'nobody-knows' }
  await programme.send([{ ...bet(3, '2030-05-23', '200.00', 'lost'), link: lost }, bet(1, '2030-05-22', '10.00')])
  await programme.closeDays('2030-05-21', '2030-05-28')
  const since = await moment()
  await programme.send([bet(1, '2030-05-22', '30.00')])
  await programme.send([{ link: programme.links[3]!, type: 'registration', day: '2030-05-23', player: 'lost' }])
  await programme.closeDays('2030-05-21', '2030-05-28')
  const rewards = async (more: string) =>
    (await changesSince(since, 'movement', more)).filter(({ column }) => column === 'affiliate_reward')
  const shares = await rewards('&rows=brand&product=bets')
  const bySelf = await rewards('&rows=affiliate&product=bets')
  expect(shares.map(({ cause, difference }) => [cause, difference])).toEqual([
    ['movedPlayer', bySelf.find(({ key }) => key['affiliate'] === programme.affiliates[3]!.id)!.difference],
    ['lateEvent', bySelf.find(({ key }) => key['affiliate'] === programme.affiliates[1]!.id)!.difference],
  ])
  expect(shares.some(({ causes }) => causes)).toBe(false)
}, 120_000)

test('what a deal says beside its percentage is a version of a rule as well', async () => {
  const { affiliates, database } = programme
  await programme.send([bet(3, '2030-05-27', '300.00')])
  await programme.closeDays('2030-05-26', '2030-05-28')
  const since = await moment()
  await sql`update reward_history set ceiling = 0.01 where record = (select min(id) from reward)`.execute(database.db)
  await sql`insert into dirty_day (affiliate, day) values (${affiliates[3]!.id}, '2030-05-27')
    on conflict do nothing`.execute(database.db)
  await programme.closeDays('2030-05-26', '2030-05-28')
  const changes = await changesSince(since, 'affiliateActivity', `&affiliate=${affiliates[3]!.id}`)
  const reward = changes.filter(({ column }) => column === 'affiliate_reward')
  expect(reward).toMatchObject([{ cause: 'ruleVersion', refs: [{ kind: 'reward' }] }])
}, 60_000)

test('a registration that comes late to another day than the events it brings along is late there', async () => {
  const lost = { ...programme.links[3]!, token: 'nobody-at-all' }
  await programme.send([{ ...bet(3, '2030-05-25', '20.00', 'astray'), link: lost }])
  await programme.closeDays('2030-05-21', '2030-05-28')
  const since = await moment()
  await programme.send([{ link: programme.links[3]!, type: 'registration', day: '2030-05-24', player: 'astray' }])
  const changes = await changesSince(since, 'dashboard')
  const causeOf = (day: string, column: string) =>
    changes.find((change) => change.key['day'] === day && change.column === column)!.cause
  expect([causeOf('2030-05-24', 'registrations'), causeOf('2030-05-25', 'turnover')]).toEqual([
    'lateEvent',
    'movedPlayer',
  ])
}, 60_000)

test('who moves along with a partner above comes by the partner that moved', async () => {
  const [, promoter, below, other] = programme.partners
  await programme.send([0, 1, 2, 3].map((link) => bet(link, '2030-05-26', '10.00')))
  await programme.closeDays('2030-05-26', '2030-05-26')
  const since = await moment()
  await sql`update partner_history set parent = ${other!.id} where record = ${promoter!.id}`.execute(
    programme.database.db,
  )
  const changes = await changesSince(since, 'affiliates', `&partner=${other!.id}`)
  const own = changes.filter(({ key }) => key['partner'] === below!.id)
  expect(own.map(({ column }) => column)).toContain('bets_turnover')
  for (const { cause, refs } of own)
    expect({ cause, refs }).toEqual({ cause: 'movedPartner', refs: [{ kind: 'partner', id: String(promoter!.id) }] })
}, 60_000)

test('who moves along with a partner that was corrected comes by the correction', async () => {
  const [manager, promoter, below] = programme.partners
  const { app, root, companies, brands } = programme
  const company = companies[0]!.id
  const allowedBrands = brands.filter((brand) => brand.company === company).map(({ id }) => id)
  const rights = { company, allowedBrands, roles: [...roleKeys] }
  const [asker, approver] = [await buildStaff(app, root, rights), await buildStaff(app, root, rights)]
  const since = await moment()
  const asked = await asker.post('/api/correction', {
    object: 'partner',
    id: promoter!.id,
    values: { parent: manager!.id },
    validFrom: '2030-05-02',
    reason: 'Typed wrong',
  })
  const { digest } = (await approver.get(`/api/correction/${asked.body.id}/preview`)).body
  expect((await approver.post(`/api/correction/${asked.body.id}/approve`, { digest })).status).toBe(200)
  const changes = await changesSince(since, 'affiliates', `&partner=${manager!.id}`)
  const own = changes.filter(({ key }) => key['partner'] === below!.id)
  expect(own.length).toBeGreaterThan(0)
  for (const { cause, refs } of own)
    expect({ cause, refs }).toEqual({ cause: 'correction', refs: [{ kind: 'correction', id: String(asked.body.id) }] })
}, 60_000)
