import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildAccessKey } from '#tests/support/builders.ts'
import { clientOf } from '#tests/support/office.ts'
import { openProgramme, type Programme } from './support/programme.ts'
import { additive, ask, sums } from './support/tieOut.ts'

let programme: Programme
beforeAll(async () => {
  programme = await openProgramme()
  const [first, second, , free, , again] = programme.links
  await programme.send([
    { link: first!, type: 'click', day: '2030-03-01', player: '' },
    ...['Ana', 'Bia'].flatMap((player, index) => [
      { link: first!, type: 'registration', day: '2030-03-01', player },
      { link: first!, type: 'deposit', day: '2030-03-02', player, amount: '100.10' },
      { link: first!, type: 'bet', day: '2030-03-02', player, product: 'bets', amount: `${index + 1}00.10` },
      { link: first!, type: 'win', day: '2030-03-03', player, product: 'games', amount: '33.33' },
    ]),
    { link: first!, type: 'bonus', day: '2030-03-03', player: 'Ana', product: 'games', amount: '5.55' },
    { link: again!, type: 'bet', day: '2030-03-03', player: 'Caio', product: 'lotto', amount: '10.00' },
    { link: second!, type: 'bet', day: '2030-03-02', product: 'lotto', amount: '20.00' },
    { link: free!, type: 'bet', day: '2030-03-15', product: 'games', amount: '80.00' },
  ])
  await programme.closeDays('2030-03-01', '2030-03-31')
})
afterAll(() => programme.close())

const march = 'from=2030-03-01&to=2030-03-31'
/** Without what nobody can say of one player. */
const known = (values: Readonly<Record<string, unknown>>, all: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(all).filter(([column]) => values[column] !== null))

describe('players', () => {
  const within = () => `${march}&affiliate=${programme.affiliates[0]!.id}`

  test.each([
    'affiliateActivity',
    'affiliateDetail',
    'affiliates',
    'general',
    'generalV2',
    'partners',
    'lottery',
    'cpa',
    'movement',
  ])('of %s add up to what they are inside', async (name) => {
    const opened = await ask(programme.root, name, `${within()}&rows=player`)
    expect(additive(opened)).toEqual(sums(opened))
    const whole = await ask(programme.root, name, `${within()}&rows=affiliate`)
    expect(opened.total).toEqual({
      ...Object.fromEntries(Object.keys(opened.total).map((column) => [column, null])),
      ...known(opened.total, whole.total),
    })
    expect(Object.values(opened.total).filter((value) => value !== null && value !== 0).length).toBeGreaterThan(1)
  })

  test('have a row each, clicks of nobody one of their own, and no commission, which an affiliate earns on all of them together', async () => {
    const { rows } = await ask(programme.root, 'affiliateActivity', `${within()}&rows=player`)
    expect(
      rows.map(({ player_ref: ref, clicks, bets_turnover: turnover, games_payout: payout, ftd, qty_cpa: cpa }) => [
        ref,
        clicks,
        turnover,
        payout,
        ftd,
        cpa,
      ]),
    ).toEqual([
      ['Ana', 0, 100.1, 33.33, 1, 1],
      ['Bia', 0, 200.1, 33.33, 1, 1],
      ['Caio', 0, 0, 0, 0, 0],
      [null, 1, 0, 0, 0, 0],
    ])
    expect(rows[0]).toMatchObject({
      ggr: 66.77,
      margin: 66.7,
      bonus: 5.55,
      admin_fee: null,
      ngr: null,
      bets_reward: null,
      affiliate_reward: null,
      gross_value: null,
    })
  })

  test('of a day, a link and a product are those', async () => {
    const refs = async (query: string) =>
      (
        await ask(
          programme.root,
          'affiliateActivity',
          `from=2030-03-03&to=2030-03-03&affiliate=${programme.affiliates[0]!.id}&${query}&rows=player`,
        )
      ).rows.map((row) => row['player_ref'])
    expect(await refs('')).toEqual(['Ana', 'Bia', 'Caio'])
    expect(await refs(`action=${programme.links[5]!.id}`)).toEqual(['Caio'])
    expect(await refs('product=games')).toEqual(['Ana', 'Bia'])
  })

  test('are not asked for of everybody at once', async () => {
    const { status, body } = await programme.root.get(`/api/report/affiliateActivity?${march}&rows=player`)
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(body.message).toContain('affiliate')
  })

  test('have no name for whoever reads by a key', async () => {
    const { rows } = await ask(
      clientOf(programme.app),
      'affiliateDetail',
      `${march}&affiliateToken=${await buildAccessKey(programme.root, 'affiliate', programme.affiliates[0]!.id)}&rows=player`,
    )
    expect(rows.map((row) => row['player_ref'])).toEqual(['A***', 'B***', 'C***', null])
  })
})

describe('rows that stand for none', () => {
  test.each([
    ['movement', 'rows=subBrand', 'subBrand'],
    ['general', '', 'level'],
    ['generalV2', 'view=list', 'hangsOn'],
  ])('of %s can be opened: %s', async (name, query, filter) => {
    const { rows } = await ask(programme.root, name, `${march}&${query}`)
    const none = rows.find((row) => Object.values(row)[0] === null)!
    const inside = await ask(programme.root, name, `${march}&${filter}=none&rows=affiliate`)
    expect(inside.total.turnover).toBe(none['turnover'])
    expect(inside.rows.length).toBeGreaterThan(0)
  })

  test.each(['affiliate=none', 'brand=none', 'partner=none', 'level=0', 'campaign=0', 'affiliate=0'])(
    '%s is no filter',
    async (query) => {
      expect((await programme.root.get(`/api/report/general?${march}&${query}`)).status).toBe(400)
    },
  )
})
