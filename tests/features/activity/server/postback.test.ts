import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAction, buildBrand, buildCampaign, type BuiltRecord, buildStaff } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { unique } from './support/activity.ts'

let office: Office
let brand: BuiltRecord
let action: BuiltRecord
let key: string
let now = new Date('2026-11-20T12:00:00Z')

beforeAll(async () => {
  office = await openOffice({ now: () => now })
  brand = await buildBrand(office.root)
  action = await buildAction(office.root, { campaign: (await buildCampaign(office.root, { brand: brand.id })).id })
  key = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body.key
})
afterAll(() => office.close())

/** Signs as a platform does: sorted by name, percent-encoded, with the key itself. */
function signed(parameters: Record<string, string>, secret = key): string {
  const sorted = new URLSearchParams(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1)))
  const signature = createHmac('sha256', secret).update(sorted.toString()).digest('hex')
  return `/postback/${brand.slug}?${new URLSearchParams({ ...parameters, signature })}`
}
const registration = () => ({
  event_id: unique('pb'),
  type: 'registration',
  player_ref: unique('p'),
  action_token: action.token as string,
  occurred_at: '2026-11-20T10:00:00Z',
})

describe('a postback', () => {
  it('records its event by GET and by POST, as a query or as a form', async () => {
    expect((await office.nobody.get(signed(registration()))).body).toEqual({
      accepted: 1,
      duplicates: 0,
      conflicts: [],
      rejected: [],
      unattributed: 0,
    })
    expect((await office.nobody.post(signed(registration()))).body).toMatchObject({ accepted: 1 })
    const [path, form] = signed({ ...registration(), city: 'São José & Cia' } as Record<string, string>).split('?')
    const answer = await office.app.inject({
      method: 'POST',
      url: path!,
      payload: form!,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.json()).toMatchObject({ accepted: 1 })
  })

  it('is a duplicate when it is sent again, dated or not, and 409 with other content', async () => {
    const [dated, { occurred_at: _, ...undated }] = [registration(), registration()]
    for (const parameters of [dated, undated]) {
      expect((await office.nobody.get(signed(parameters))).body).toMatchObject({ accepted: 1 })
      now = new Date(now.getTime() + 60_000)
      expect((await office.nobody.get(signed(parameters))).body).toMatchObject({ accepted: 0, duplicates: 1 })
    }
    const answer = await office.nobody.get(signed({ ...dated, player_ref: 'somebody-else' }))
    expect([answer.status, answer.body.code]).toEqual([409, 'event_conflict'])
  })

  it('is refused with 401 where it is not signed, signed with another key, or changed on the way', async () => {
    const path = signed(registration())
    const refused = [
      path.replace(/signature=.*/, ''),
      signed(registration(), 'ik_another'),
      `${path}&amount=5`,
      path.replace('registration', 'click'),
    ]
    for (const each of refused) expect((await office.nobody.get(each)).status).toBe(401)
    expect((await office.nobody.get(path.replace(brand.slug as string, 'no-such-brand'))).status).toBe(404)
  })

  it('is signed with any key that is not revoked', async () => {
    const second = (await office.root.post(`/api/brand/${brand.id}/ingest_key`)).body
    const path = signed(registration(), second.key)
    expect((await office.nobody.get(path)).status).toBe(200)
    await office.root.delete(`/api/brand/${brand.id}/ingest_key/${second.id}`)
    expect((await office.nobody.get(path)).status).toBe(401)
  })

  it('may be signed over the plain texts where they can be cut in one way only', async () => {
    const sign = (parameters: Record<string, string>) => {
      const text = Object.keys(parameters)
        .sort()
        .map((name) => `${name}=${parameters[name]}`)
        .join('&')
      return `/postback/${brand.slug}?${new URLSearchParams({ ...parameters, signature: createHmac('sha256', key).update(text).digest('hex') })}`
    }
    expect((await office.nobody.get(sign(registration()))).body).toMatchObject({ accepted: 1 })
    expect((await office.nobody.get(sign({ ...registration(), city: 'x&type=deposit' }))).status).toBe(401)
  })

  it('says why its event cannot be taken', async () => {
    const answer = await office.nobody.get(signed({ ...registration(), type: 'jump' }))
    expect([answer.status, answer.body.code, answer.body.values.reason]).toEqual([
      400,
      'invalid_request',
      'invalid_type',
    ])
    const twice = await office.nobody.get(`${signed(registration())}&type=click`)
    expect(twice.status).toBe(400)
  })

  it('belongs to the action of the click it names, even right after that click', async () => {
    const visit = await office.app.inject(`/t/${action.token}`)
    const clickId = new URL(visit.headers.location!).searchParams.get('click_id')!
    const { action_token: _, ...parameters } = registration()
    expect((await office.nobody.get(signed({ ...parameters, click_id: clickId }))).body).toMatchObject({
      accepted: 1,
      unattributed: 0,
    })
    const { rows } = await sql`select action from player where player_ref = ${parameters.player_ref}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ action: action.id }])
  })
})

describe('events that belong to nobody', () => {
  it('are listed with their reason for who has the role, and attributed once their link is there', async () => {
    const token = unique('later')
    const bet = {
      event_id: unique('pb'),
      type: 'bet',
      player_ref: unique('p'),
      product: 'bets',
      amount: '5',
      action_token: token,
      occurred_at: '2026-11-20T10:00:00Z',
    }
    expect((await office.nobody.get(signed(bet))).body).toMatchObject({ accepted: 1, unattributed: 1 })
    const listed = await office.root.get(
      `/api/event/unattributed?range=[0,0]&filter=${encodeURIComponent(JSON.stringify({ brand: brand.id, reason: 'unknown_action' }))}`,
    )
    expect(listed.body).toEqual([
      expect.objectContaining({
        eventId: bet.event_id,
        brand: brand.id,
        reason: 'unknown_action',
        actionToken: token,
        amount: 5,
        playerRef: bet.player_ref,
      }),
    ])
    expect(listed.headers['content-range']).toBe('unattributed 0-0/1')
    const seenWith = async (...roles: string[]) => {
      const staff = await buildStaff(office.app, office.root, {
        company: brand['company'],
        allowedBrands: [brand.id],
        roles: ['brand', ...roles],
      })
      const {
        body: [event],
      } = await staff.get('/api/event/unattributed?range=[0,0]')
      return [event.eventId, event.playerRef, event.actionToken]
    }
    expect(await seenWith()).toEqual([bet.event_id, 'p***', null])
    expect(await seenWith('activityPerAffiliate')).toEqual([bet.event_id, bet.player_ref, null])
    expect(await seenWith('action')).toEqual([bet.event_id, 'p***', token])
    const campaign = await buildCampaign(office.root, { brand: brand.id })
    const made = await buildAction(office.root, { campaign: campaign.id, token })
    expect((await office.root.post('/api/event/reattribute', {})).body).toEqual({ attributed: 1, remaining: 0 })
    expect((await office.root.post('/api/event/reattribute', {})).body).toEqual({ attributed: 0, remaining: 0 })
    const { rows } = await sql`select turnover from movement where action = ${made.id}`.execute(office.database.db)
    expect(rows).toEqual([{ turnover: '5.00' }])
  })

  it('go to the link a person decides on, and their player with its registration', async () => {
    const player_ref = unique('p')
    const { action_token: _, ...stray } = { ...registration(), player_ref }
    const bet = {
      event_id: unique('pb'),
      type: 'bet',
      player_ref,
      product: 'bets',
      amount: '7',
      occurred_at: '2026-11-20T10:00:00Z',
    }
    for (const event of [stray, bet])
      expect((await office.nobody.get(signed(event))).body).toMatchObject({ unattributed: 1 })
    const asked = { brand: brand.id, eventIds: [stray.event_id], action: action.id }
    expect((await office.root.post('/api/event/reattribute', { ...asked, action: 999_999 })).body.code).toBe(
      'invalid_action',
    )
    expect((await office.root.post('/api/event/reattribute', asked)).body).toEqual({ attributed: 2, remaining: 0 })
    const { rows } = await sql`select action from event where event_id = ${bet.event_id}`.execute(office.database.db)
    expect(rows).toEqual([{ action: action.id }])
  })

  it('are for staff with the role brand or manager', async () => {
    expect((await office.nobody.get('/api/event/unattributed')).status).toBe(401)
    expect((await office.root.get('/api/event/unattributed?range=[5,1]')).status).toBe(400)
    expect((await office.root.get('/api/event/unattributed?filter={"x":1}')).status).toBe(400)
    expect((await office.root.post('/api/event/reattribute', { eventIds: ['x'] })).status).toBe(400)
  })
})

describe('a postback of a sender that makes mistakes', () => {
  interface PostbackCase {
    readonly id: string
    readonly what: string
    readonly parameters: Readonly<Record<string, string>>
    readonly query: string
    readonly expect: string
  }
  const { cases } = JSON.parse(
    readFileSync(new URL('../../../cases/14-postbacks/postbacks.json', import.meta.url), 'utf8'),
  ) as { cases: readonly PostbackCase[] }
  const sign = (parameters: Readonly<Record<string, string>>) => {
    const sorted = Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))
    const text = sorted.map(([name, value]) => `${name}=${value}`).join('&')
    return createHmac('sha256', key).update(text).digest('hex')
  }
  beforeAll(async () => {
    for (const token of ['BtagVerao_7', 'TwinBtag', 'twinbtag'])
      await buildAction(office.root, { campaign: action.campaign, token })
    now = new Date('2026-11-27T12:00:00Z')
  })

  it.each(cases)('$id $what: $expect', async ({ id, parameters, query, expect: expected }) => {
    const { status, body } = await office.nobody.get(`/postback/${brand.slug}?${query}&signature=${sign(parameters)}`)
    const stored = await sql<{ at: Date; subs: unknown }>`select occurred_at as at, subs from event
      where event_id in (${`${id}-1`}, ${parameters.event_id})`.execute(office.database.db)
    const [refused] = /\w+(?= is a macro)/.exec(expected) ?? []
    if (refused) {
      expect([status, body.code, stored.rows.length]).toEqual([400, 'invalid_request', 0])
      expect(body.message).toContain(`${refused} is a macro that was not filled in`)
      return
    }
    expect([status, body.accepted, stored.rows.length]).toEqual([200, 1, 1])
    if (expected.includes('2026-11-27T10:00:00Z')) expect(stored.rows[0]!.at).toEqual(new Date('2026-11-27T10:00:00Z'))
    if (parameters.sub2) expect([body.leftOut, stored.rows[0]!.subs]).toEqual([['sub2'], null])
  })

  const macros =
    '[clickid] %%CLICK%% <player> __PLAYER__ pre-{x}-post #{id} %click% #player# ##id## [[player.id]] <<id>> <%=id%>' +
    ' $player$ @id@ $(id) $[id] *|ID|* {id id} %7Bplayer%7D %5Bid%5D %25id%25 $PLAYER_ID :player %clickid |id| __id__' +
    ' &lt;id&gt; «id» 【id】 ＜id＞ ｛id｝ ~id~ !!!id!!! %257Bid%257D <?=$id?> undefined null NaN player_ref PLAYER_REF'
  it.each([...macros.split(' '), '[click id]'])('is refused where player_ref is %s', async (player_ref) => {
    const { status, body } = await office.nobody.get(signed({ ...registration(), player_ref }))
    expect([status, body.message]).toEqual([400, expect.stringContaining('player_ref is a macro')])
  })

  it.each([
    '{3f8a1c20-77b4-4e19-9d02-ab51ce03f7d6}',
    '#42',
    'a%b',
    '$5',
    'ev:2',
    '%20',
    'user__name',
    'a|b',
    '[123]',
    'P#9#Q',
    'nullable',
    '~9~',
    'ref',
  ])('is taken where player_ref is %s, which is no macro', async (player_ref) => {
    const { status, body } = await office.nobody.get(signed({ ...registration(), player_ref }))
    expect([status, body.accepted]).toEqual([200, 1])
  })

  it('leaves out marks, places and a code that are macros, and tells them', async () => {
    const parameters = { ...registration(), device_mark: '[device]', city: '#city#', promo_code: '{promo}' }
    const { status, body } = await office.nobody.get(signed(parameters))
    expect([status, body.leftOut]).toEqual([200, ['device_mark', 'city', 'promo_code']])
  })

  it.each([
    ['2026-11-27T10:00:00 00:00', '2026-11-27T10:00:00Z'],
    ['2026-11-27T10:00:00 03:00', '2026-11-27T07:00:00Z'],
    ['2026-11-27T10:00:00.250 0300', '2026-11-27T07:00:00.250Z'],
    ['2026-11-27T10:00 00', '2026-11-27T10:00:00Z'],
    ['2026-11-27 10:00:00 00:00', '2026-11-27T10:00:00Z'],
  ])('is taken where occurred_at arrives as %s, its plus not encoded', async (arrived, meant) => {
    const parameters = { ...registration(), occurred_at: arrived.replace(/ (\d[\d:]*)$/, '+$1') }
    const query = new URLSearchParams({ ...parameters, occurred_at: arrived }).toString()
    const { status, body } = await office.nobody.get(`/postback/${brand.slug}?${query}&signature=${sign(parameters)}`)
    expect([status, body.accepted]).toEqual([200, 1])
    const { rows } = await sql<{
      at: Date
    }>`select occurred_at as at from event where event_id = ${parameters.event_id}`.execute(office.database.db)
    expect(rows[0]!.at).toEqual(new Date(meant))
  })

  it.each([
    ['2026-11-27T10:00:00+0000', '2026-11-27T10:00:00Z'],
    ['2026-11-27T07:00:00-03', '2026-11-27T10:00:00Z'],
    ['2026-11-27T10:00:00', '2026-11-27T10:00:00Z'],
    ['2026-11-27 10:00:00 UTC', '2026-11-27T10:00:00Z'],
    ['1795773600', '2026-11-27T10:00:00Z'],
    ['1795773600250', '2026-11-27T10:00:00.250Z'],
    ['27/11/26 10:00:07', '2026-11-27T10:00:07Z'],
    ['Fri, 27 Nov 2026 10:00:00 GMT', '2026-11-27T10:00:00Z'],
    ['20261127T100000Z', '2026-11-27T10:00:00Z'],
  ])('is taken where occurred_at is %s', async (occurred_at, meant) => {
    const parameters = { ...registration(), occurred_at }
    expect((await office.nobody.get(signed(parameters))).body).toMatchObject({ accepted: 1 })
    const { rows } = await sql<{ at: Date }>`select occurred_at as at from event
      where event_id = ${parameters.event_id}`.execute(office.database.db)
    expect(rows[0]!.at).toEqual(new Date(meant))
  })

  it.each([
    ['10,50', '10.50'],
    ['1.250,50', '1250.50'],
    ['1,250.50', '1250.50'],
    ['R$ 10,50', '10.50'],
    ['10.500', '10.50'],
    [' 10.5 ', '10.50'],
  ])('is taken where the amount is %j, its type in capitals', async (amount, meant) => {
    const parameters = { ...registration(), type: 'Deposit', amount, currency: 'BRL ' }
    expect((await office.nobody.get(signed(parameters))).body).toMatchObject({ accepted: 1, unattributed: 0 })
    const { rows } = await sql`select type, amount from event where event_id = ${parameters.event_id}`.execute(
      office.database.db,
    )
    expect(rows).toEqual([{ type: 'deposit', amount: meant }])
  })

  it.each(['btagverao_7', 'BTAGVERAO_7.', ' BtagVerao_7 ', '"BtagVerao_7"'])(
    'belongs to the link that its token was meant to be: %s',
    async (action_token) => {
      const parameters = { ...registration(), action_token }
      expect((await office.nobody.get(signed(parameters))).body).toMatchObject({ accepted: 1, unattributed: 0 })
    },
  )

  it('belongs to nobody where two links differ in the case of their tokens alone', async () => {
    const send = (action_token: string) => office.nobody.get(signed({ ...registration(), action_token }))
    expect((await send('twinbtag')).body).toMatchObject({ accepted: 1, unattributed: 0 })
    expect((await send('TWINBTAG')).body).toMatchObject({ accepted: 1, unattributed: 1 })
  })

  it('is taken from an address that stood in HTML', async () => {
    const parameters = registration()
    const query = new URLSearchParams({ ...parameters, signature: sign(parameters) })
      .toString()
      .replaceAll('&', '&amp;')
    const { status, body } = await office.nobody.get(`/postback/${brand.slug}?${query}`)
    expect([status, body.accepted]).toEqual([200, 1])
  })

  it('is taken where the plus of another value arrives as a blank', async () => {
    const parameters = { ...registration(), player_ref: 'ana+1@x.example' }
    const query = new URLSearchParams({ ...parameters, player_ref: 'ana 1@x.example' }).toString()
    const { status } = await office.nobody.get(`/postback/${brand.slug}?${query}&signature=${sign(parameters)}`)
    expect(status).toBe(200)
    const { rows } = await sql`select player_ref from player where player_ref like 'ana%'`.execute(office.database.db)
    expect(rows).toEqual([{ player_ref: 'ana+1@x.example' }])
  })
})
