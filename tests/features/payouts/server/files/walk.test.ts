import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleKeys } from '#resources/roles.ts'
import { closeDays } from '#features/commission/server/close/closeDays.ts'
import {
  buildAction,
  buildAffiliate,
  buildBrand,
  buildCampaign,
  buildReward,
  buildRewardProfile,
  buildStaff,
  homeCompany,
  uniqueCpf,
} from '#tests/support/builders.ts'
import { parseXml, textsAt } from '#tests/support/money/creditTransferRules.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'
import type { Client } from '#tests/support/office.ts'

/*
 * A month of an office in BRL, USD, EUR and JPY by its HTTP interface alone: what the platform sends, the close, payments
 * by hand and by a SEPA file, taxes, players of a wrong link and a corrected month. Every figure is worked out beside it.
 */
const currencies = ['BRL', 'USD', 'EUR', 'JPY'] as const
type Currency = (typeof currencies)[number]
const days = { from: '2030-02-01', to: '2030-02-28' } as const

let office: PayoutOffice
let company: number
let maria: Client
let joao: Client
const brands = {} as Record<Currency, { id: number; key: string; campaign: number }>
let bets: number
const people = {} as Record<'malta' | 'brazil', { id: number; links: Record<Currency, { id: number; token: string }> }>

const ok = async <Body>(asked: Promise<{ status: number; body: Body }>): Promise<Body> => {
  const { status, body } = await asked
  expect([status, (body as { code?: string }).code]).toEqual([200, undefined])
  return body
}

beforeAll(async () => {
  office = await openPayoutOffice()
  const root = await office.asRoot()
  company = await homeCompany(root)
  const { version } = (await root.get(`/api/company/${company}`)).body
  await ok(root.put(`/api/company/${company}`, { version, iban: 'DE89370400440532013000', bic: 'COBADEFF' }))
  for (const currency of currencies) {
    const { id } = await buildBrand(root, { company, currency })
    const { key } = await ok<{ key: string }>(root.post(`/api/brand/${id}/ingest_key`))
    brands[currency] = { id, key, campaign: (await buildCampaign(root, { brand: id })).id }
  }
  const rewards: number[] = []
  for (const [productType, percentage] of [
    ['bets', 30],
    ['games', 20],
    ['lotto', 0],
  ] as const)
    rewards.push((await buildReward(root, { productType, percentage })).id)
  bets = rewards[0]!
  // A player is worth 50.00 reais, 10.00 euros or 1,500 yen.
  const worth = { value: 50, currency: 'BRL', triggerComparison: '>= 1' }
  const said = [
    ['USD', 50, 12],
    ['USD', 1, 1],
    ['EUR', 50, 10],
    ['EUR', 1, 1],
    ['JPY', 50, 1500],
    ['JPY', 1, 100],
  ] as const
  const currencyAmounts = said.map(([currency, own, amount]) => ({ currency, own, amount }))
  rewards.push((await buildReward(root, { productType: 'cpa', ...worth, currencyAmounts })).id)
  const { id: rewardProfile } = await buildRewardProfile(root, { rewards })
  const common = { rewardProfile, brands: currencies.map((each) => brands[each].id) }
  const cpf = uniqueCpf()
  const affiliates = {
    malta: {
      cpf: null,
      country: 'MT',
      taxNumber: '11679112',
      documentType: 'passport',
      document: 'P1234567',
      iban: 'MT84 MALT 0110 0001 2345 MTLC AST0 01S',
      bic: 'maltmtmt',
      paymentType: 'automatic',
    },
    brazil: { cpf, document: cpf, paymentType: 'manual' },
  } as const
  for (const who of ['malta', 'brazil'] as const) {
    const { id } = await buildAffiliate(root, { ...common, ...affiliates[who] })
    const links = {} as Record<Currency, { id: number; token: string }>
    for (const currency of currencies) {
      const link = await buildAction(root, { affiliate: id, campaign: brands[currency].campaign })
      links[currency] = { id: link.id, token: link['token'] as string }
    }
    people[who] = { id, links }
  }
  const rights = { company, allowedBrands: common.brands, roles: [...roleKeys] }
  maria = await buildStaff(office.app, root, rights)
  joao = await buildStaff(office.app, root, rights)
  for (const table of [
    { tax: 'inss', brackets: [{ from: 0, rate: 11 }], ceiling: 100 },
    {
      tax: 'irrf',
      brackets: [
        { from: 0, rate: 0 },
        { from: 500, rate: 10, deduct: 50 },
      ],
    },
  ])
    await ok(
      root.post(`/api/tax?company=${company}`, {
        ownerKind: 'cpf',
        from: '2030-01-01',
        source: 'An example',
        ...table,
      }),
    )
}, 120_000)
afterAll(() => office.close())

let serial = 0
/** What a platform sends of a brand. */
async function send(currency: Currency, events: readonly Record<string, unknown>[]): Promise<void> {
  const answer = await office.app.inject({
    method: 'POST',
    url: '/ingest/events',
    headers: { authorization: `Bearer ${brands[currency].key}`, 'content-type': 'application/json' },
    payload: events.map((event) => ({ event_id: `walk-${(serial += 1)}`, ...event })),
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, { rejected: [] }])
}
/** A player of a link: registered, first deposit, bets and wins of a product. */
const life = (
  token: string,
  player_ref: string,
  day: string,
  { deposit, stakes, wins, product = 'bets' }: { deposit: number; stakes: number; wins: number; product?: string },
) => {
  const at = (hour: string) => ({ player_ref, occurred_at: `${day}T${hour}:00:00Z` })
  return [
    { type: 'registration', action_token: token, ...at('10') },
    { type: 'deposit', amount: deposit, ...at('11') },
    { type: 'bet', product, amount: stakes, ...at('12') },
    { type: 'win', product, amount: wins, ...at('13') },
  ]
}
/** What `npm run close` does. */
const closeFebruary = () =>
  closeDays({
    database: office.database,
    environment: office.environment,
    ...days,
    now: office.context.now,
    log: (line) => {
      throw new Error(line)
    },
  })

const entriesOf = async (who: 'malta' | 'brazil') => {
  const filter = encodeURIComponent(JSON.stringify({ affiliate: people[who].id }))
  const rows = await ok<{ id: number; day: string; currency: string; value: number; kind: string; status: string }[]>(
    maria.get(`/api/entry?filter=${filter}&sort=${encodeURIComponent('["day","ASC"]')}`),
  )
  return rows
}
const dueOf = async (who: 'malta' | 'brazil') => {
  const cents = new Map<string, number>()
  for (const { currency, value } of await entriesOf(who))
    cents.set(currency, (cents.get(currency) ?? 0) + Math.round(value * 100))
  return Object.fromEntries([...cents].filter(([, value]) => value !== 0).map(([of, value]) => [of, value / 100]))
}
const statementOf = async (who: 'malta' | 'brazil', currency: Currency) =>
  ok<Record<string, any>>(
    maria.get(`/api/statement/affiliate/${people[who].id}?from=2030-01-01&to=2030-03-10&currency=${currency}`),
  )

describe('a month in four currencies over HTTP', () => {
  it('is earned in each by its own amounts and decimals, and explained', async () => {
    const { malta, brazil } = people
    // EUR: 30 % of 200.10 and 10.00; USD: 20 % of 99.99; JPY: 30 % of 1,005 and 1,500 yen.
    await send('EUR', life(malta.links.EUR.token, 'e1', '2030-02-04', { deposit: 20, stakes: 500.1, wins: 300 }))
    await send(
      'USD',
      life(malta.links.USD.token, 'u1', '2030-02-05', { deposit: 0.5, stakes: 199.99, wins: 100, product: 'games' }),
    )
    await send('JPY', life(malta.links.JPY.token, 'j1', '2030-02-06', { deposit: 100, stakes: 2005, wins: 1000 }))
    // BRL: 30 % of 3,800.00 and 50.00.
    await send('BRL', life(brazil.links.BRL.token, 'b1', '2030-02-07', { deposit: 30, stakes: 4000, wins: 200 }))
    await closeFebruary()
    expect(await dueOf('malta')).toEqual({ EUR: 70.03, USD: 20, JPY: 1802 })
    expect(await dueOf('brazil')).toEqual({ BRL: 1190 })
    for (const who of ['malta', 'brazil'] as const)
      for (const { id, value } of await entriesOf(who)) {
        const told = await ok<{ total: number; lines: { isReproduced: boolean }[] }>(
          maria.get(`/api/entry/${id}/explain`),
        )
        expect([told.total, told.lines.every(({ isReproduced }) => isReproduced)]).toEqual([value, true])
      }
  })

  it('is paid to Malta by a SEPA file, and by hand where no file goes', async () => {
    await ok(maria.post(`/api/payment/affiliate/${people.malta.id}`, { currency: 'EUR' }))
    const file = await ok<{ id: number; messageId: string; controlSum: number }>(
      maria.post('/api/payment/file', { currency: 'EUR' }),
    )
    expect(file.controlSum).toBe(70.03)
    const xml = parseXml(String((await joao.get(`/api/payment/file/${file.id}`)).body))
    const transfer = 'CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf'
    expect(textsAt(xml, `${transfer}/Amt/InstdAmt`)).toEqual(['70.03'])
    expect(textsAt(xml, `${transfer}/CdtrAcct/Id/IBAN`)).toEqual(['MT84MALT011000012345MTLCAST001S'])
    const [endToEnd] = textsAt(xml, `${transfer}/PmtId/EndToEndId`)
    const statement = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>BANK-1</MsgId><CreDtTm>2030-03-11T09:00:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${file.messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${file.messageId}</OrgnlPmtInfId><TxInfAndSts><OrgnlEndToEndId>${endToEnd}</OrgnlEndToEndId>
<TxSts>ACSC</TxSts></TxInfAndSts></OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`
    const { confirmation } = await ok<{ confirmation: string }>(maria.post('/api/payment/reconcile', { statement }))
    await ok(maria.post('/api/payment/reconcile', { statement, confirmation }))
    expect(await statementOf('malta', 'EUR')).toMatchObject({ earned: 70.03, withheld: 0, paid: 70.03, closing: 0 })
    expect(await statementOf('malta', 'JPY')).toMatchObject({ earned: 1802, paid: 0, closing: 1802 })
  })

  it('is taxed by the month of the payee, in two parts, and reported', async () => {
    const { id } = people.brazil
    const said = { currency: 'BRL', reference: 'R' }
    await ok(maria.post(`/api/payment/affiliate/${id}/manual`, { ...said, paidAt: '2030-03-05', amount: 600 }))
    await ok(maria.post(`/api/payment/affiliate/${id}/manual`, { ...said, paidAt: '2030-03-08' }))
    // INSS 11 % of 600.00 = 66.00, then up to 100.00; IRRF 10 % of 534.00 less 50.00 = 3.40, then of 1,090.00 = 59.00.
    const statement = await statementOf('brazil', 'BRL')
    expect(statement).toMatchObject({ earned: 1190, withheld: 159, paid: 1031, closing: 0 })
    const { rows } = await ok<{ rows: object[] }>(maria.get(`/api/tax/report?company=${company}&month=2030-03`))
    expect(rows).toMatchObject([
      { tax: 'inss', gross: 1190, payments: 2, total: 100 },
      { tax: 'irrf', gross: 1190, payments: 2, total: 59 },
    ])
  })

  const corrected = async (order: object) => {
    const { id } = await ok<{ id: number }>(maria.post('/api/correction', { reason: 'The month was wrong', ...order }))
    const { digest, ...preview } = await ok<{ digest: string; rows: { difference: number; currency: string }[] }>(
      joao.get(`/api/correction/${id}/preview`),
    )
    expect((await maria.post(`/api/correction/${id}/approve`, { digest })).status).not.toBe(200)
    await ok(joao.post(`/api/correction/${id}/approve`, { digest }))
    return preview.rows.map(({ currency, difference }) => [currency, difference])
  }

  it('moves the players of a wrong link with what they brought, after it was paid', async () => {
    const rows = await corrected({
      object: 'action',
      id: people.malta.links.EUR.id,
      values: { action: people.brazil.links.EUR.id },
      validFrom: '2030-02-01',
    })
    expect(rows.toSorted()).toEqual([
      ['EUR', -70.03],
      ['EUR', 70.03],
    ])
    expect(await statementOf('malta', 'EUR')).toMatchObject({
      earned: 70.03,
      adjusted: -70.03,
      paid: 70.03,
      closing: -70.03,
    })
    expect(await statementOf('brazil', 'EUR')).toMatchObject({ closing: 70.03 })
  })

  it('is put right in each currency where a past rate was wrong', async () => {
    const rows = await corrected({ object: 'reward', id: bets, values: { percentage: 25 }, validFrom: '2030-02-01' })
    // 5 % less of 200.10 EUR (60.03 becomes 50.03), of 1,005 JPY (302 becomes 251) and of 3,800.00 BRL.
    expect(rows.toSorted()).toEqual([
      ['BRL', -190],
      ['EUR', -10],
      ['JPY', -51],
    ])
    expect(await statementOf('brazil', 'BRL')).toMatchObject({ adjusted: -190, closing: -190 })
    expect(await statementOf('malta', 'JPY')).toMatchObject({ closing: 1751 })
  })
})
