import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import type { CorrectionPreview } from '#features/commission/answers/corrections.ts'
import type { PeriodBridge } from '#features/commission/answers/periods.ts'
import { readNotices } from '#features/affiliates/server/notices/notices.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { sumMoney } from '#engine/values/money.ts'
import { buildPeriod, buildStaff } from '#tests/support/builders.ts'
import type { Client } from '#tests/support/office.ts'
import { openProgramme, presentMoment, type Programme } from '#tests/features/reporting/server/support/programme.ts'

/** Players that registered by a wrong link, moved to the link of another affiliate. */
let programme: Programme
let maria: Client
let joao: Client
beforeAll(async () => {
  programme = await openProgramme()
  const { app, root, companies, brands } = programme
  const rights = {
    company: companies[0]!.id,
    allowedBrands: brands.slice(0, 2).map(({ id }) => id),
    roles: [...roleKeys],
  }
  maria = await buildStaff(app, root, rights)
  joao = await buildStaff(app, root, rights)
}, 120_000)
afterAll(() => programme.close())

const [from, to] = ['2030-05-01', '2030-05-20'] as const
/** On the lowest partner, below two others; and on nobody. */
const [wrong, right] = [2, 3] as const

/** A player of the wrong link: registered, deposited, and bet on two products. */
function life(player: string, day: string) {
  const link = programme.links[wrong]!
  return [
    { link, type: 'registration', day, player },
    { link, type: 'deposit', day, player, amount: '50.00' },
    { link, type: 'bet', product: 'bets', day, player, amount: '100.00' },
    { link, type: 'bet', product: 'games', day, player, amount: '40.00' },
  ]
}
const order = (more: object = {}) => ({
  object: 'action',
  id: programme.links[wrong]!.id,
  values: { action: programme.links[right]!.id },
  validFrom: '2030-05-03',
  reason: 'The link of another affiliate stood on the site for weeks',
  ...more,
})
const dueOf = async (affiliate: number) => {
  const { rows } = await sql<{ value: string }>`select coalesce(sum(value), 0)::text as value from entry
    where affiliate = ${affiliate} and kind in ('commission', 'adjustment')`.execute(programme.database.db)
  return rows[0]!.value
}
const codeOf = async (answer: ReturnType<Client['post']>) => (await answer).body.code as string | undefined

describe('a move of players to another affiliate', () => {
  let id: number
  let preview: CorrectionPreview

  it('is previewed for both affiliates and the partners above, by day and product, and changes nothing', async () => {
    const { affiliates, partners } = programme
    await programme.send([...life('before', '2030-05-02'), ...life('p1', '2030-05-03'), ...life('p2', '2030-05-04')])
    await programme.send([{ link: programme.links[right]!, type: 'bet', product: 'bets', day: from, amount: '10.00' }])
    await programme.closeDays(from, to)
    const period = await buildPeriod(maria, { from, to })
    await maria.post(`/api/period/${period.id}/check`, { accept: [] })
    expect((await joao.post(`/api/period/${period.id}/lock`, {})).body).toMatchObject({ state: 'locked' })
    const before = await Promise.all([wrong, right].map((index) => dueOf(affiliates[index]!.id)))

    const asked = await maria.post('/api/correction', order())
    expect([asked.status, asked.body.state]).toEqual([200, 'waiting'])
    id = asked.body.id as number
    preview = (await joao.get(`/api/correction/${id}/preview`)).body as CorrectionPreview
    expect(preview.moved).toMatchObject({
      fromAffiliate: affiliates[wrong]!.id,
      toAffiliate: affiliates[right]!.id,
      players: 2,
    })
    const owners = new Set(preview.rows.map(({ ownerKind, owner }) => `${ownerKind} ${owner}`))
    for (const owner of [`affiliate ${affiliates[wrong]!.id}`, `affiliate ${affiliates[right]!.id}`])
      expect(owners).toContain(owner)
    for (const { id: partner } of partners.slice(0, 3)) expect(owners).toContain(`partner ${partner}`)
    const gained = preview.rows.filter(
      ({ owner, ownerKind }) => ownerKind === 'affiliate' && owner === affiliates[right]!.id,
    )
    expect(gained.map(({ day }) => day).sort()).toEqual(['2030-05-03', '2030-05-04'])
    for (const { products, difference } of preview.rows.filter(({ ownerKind }) => ownerKind === 'affiliate')) {
      expect(products!.map(({ product }) => product)).toEqual(['bets', 'cpa', 'games'])
      expect(sumMoney(products!.map(({ was, wouldBe }) => (wouldBe - was).toFixed(2)))).toBe(difference.toFixed(2))
    }
    expect(await Promise.all([wrong, right].map((index) => dueOf(affiliates[index]!.id)))).toEqual(before)
    expect(await readNotices(programme.database.db, { affiliate: affiliates[wrong]!.id, now: presentMoment })).toEqual(
      [],
    )
  }, 60_000)

  it('is approved by another person than who asked, and takes each cent from one affiliate to the other', async () => {
    const { affiliates, database } = programme
    const { digest } = preview
    expect(await codeOf(maria.post(`/api/correction/${id}/approve`, { digest }))).toBe('approver_not_apart')
    const before = Number(await dueOf(affiliates[wrong]!.id)) + Number(await dueOf(affiliates[right]!.id))
    const approved = await joao.post(`/api/correction/${id}/approve`, { digest })
    expect([approved.status, approved.body.state]).toEqual([200, 'posted'])
    expect(Number(await dueOf(affiliates[wrong]!.id)) + Number(await dueOf(affiliates[right]!.id))).toBeCloseTo(
      before,
      2,
    )
    expect(await verifyMovement(database.db)).toEqual([])
    const { rows } = await sql<{ ref: string; affiliate: number }>`select player_ref as ref, affiliate from player
      where player_ref in ('before', 'p1', 'p2') order by 1`.execute(database.db)
    expect(rows).toEqual([
      { ref: 'before', affiliate: affiliates[wrong]!.id },
      { ref: 'p1', affiliate: affiliates[right]!.id },
      { ref: 'p2', affiliate: affiliates[right]!.id },
    ])
  }, 60_000)

  it('has one cause in the bridge of the locked period, which names the correction', async () => {
    const { rows } = await sql<{
      id: number
    }>`select id from period where company = ${programme.companies[0]!.id}`.execute(programme.database.db)
    const [bridge] = (await maria.get(`/api/period/${rows[0]!.id}/checklist`)).body.bridge as PeriodBridge[]
    expect(bridge!.causes).toMatchObject([{ cause: 'movedPlayer', with: [], correction: id }])
    expect(bridge!.causes[0]!.value).toBe(bridge!.difference)
  })

  it('tells both affiliates how many players and by how much, and nothing of each other', async () => {
    const { affiliates, database } = programme
    const told = await Promise.all(
      [wrong, right].map((index) =>
        readNotices(database.db, { affiliate: affiliates[index]!.id, now: new Date(presentMoment.getTime() + 1) }),
      ),
    )
    expect(told.map((notices) => notices.map(({ kind, players }) => [kind, players]))).toEqual([
      [['playersLeft', 2]],
      [['playersCame', 2]],
    ])
    const [lost, gained] = told.map(([notice]) => notice!.differences[0]!.value)
    expect(lost).toBe(-gained!)
    expect(gained).toBeGreaterThan(0)
  })

  it('is in the log of both links', async () => {
    const { rows } = await sql<{ object_id: string }>`select object_id::text from activity_log
      where operation = 'movePlayers' and object = 'action' order by 1`.execute(programme.database.db)
    expect(rows.map(({ object_id }) => Number(object_id)).sort()).toEqual(
      [programme.links[wrong]!.id, programme.links[right]!.id].sort(),
    )
  })

  it('goes on for what the platform tells with the old token afterwards', async () => {
    const { database, affiliates } = programme
    const late = { link: programme.links[wrong]!, type: 'bet', product: 'bets', day: '2030-05-22', amount: '7.00' }
    await programme.send([
      { ...late, player: 'p1' },
      { ...late, player: 'before' },
    ])
    const { rows } = await sql<{ ref: string; affiliate: number }>`select player.player_ref as ref, event.affiliate
      from event join player on player.id = event.player where event.day = '2030-05-22' order by 1`.execute(database.db)
    expect(rows).toEqual([
      { ref: 'before', affiliate: affiliates[wrong]!.id },
      { ref: 'p1', affiliate: affiliates[right]!.id },
    ])
    expect(await verifyMovement(database.db)).toEqual([])
  })

  it('leaves nothing for the next close to change', async () => {
    const { affiliates } = programme
    const before = await Promise.all([wrong, right].map((index) => dueOf(affiliates[index]!.id)))
    await programme.closeDays(from, to)
    expect(await Promise.all([wrong, right].map((index) => dueOf(affiliates[index]!.id)))).toEqual(before)
  })

  it('is refused for the same affiliate, another brand, nobody, and players that did not register so', async () => {
    const { links } = programme
    const refusal = async (more: object) => {
      const { body } = await maria.post('/api/correction/preview', order(more))
      return body.code
    }
    expect([
      await refusal({ values: { action: links[wrong]!.id } }),
      await refusal({ values: { action: links[5]!.id } }),
      await refusal({ values: { action: links[4]!.id } }),
      await refusal({ validFrom: '2030-06-01' }),
      await refusal({ values: { action: links[right]!.id, players: ['p1'] } }),
      await refusal({ values: { action: links[right]!.id, players: [] } }),
    ]).toEqual([
      'invalid_action',
      'invalid_action',
      'not_found',
      'correction_changes_nothing',
      'not_of_link',
      'invalid_type',
    ])
  })

  it('takes named players alone', async () => {
    const asked = await maria.post(
      '/api/correction/preview',
      order({ validFrom: '2030-05-01', values: { action: programme.links[right]!.id, players: ['before'] } }),
    )
    expect([asked.status, asked.body.moved?.players]).toEqual([200, 1])
  })
})
