import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildAction,
  buildAffiliate,
  buildReward,
  buildRewardProfile,
  buildStaff,
  type BuiltRecord,
  builtPassword,
} from '#tests/support/builders.ts'
import { rootCredentials, signInAs } from '#tests/support/office.ts'
import { type OpenPerson, openPerson } from '#tests/support/person.ts'
import { officeOrigin, openDigestOffice } from './support/digestOffice.ts'

type DigestOffice = Awaited<ReturnType<typeof openDigestOffice>>
const languages = ['pt', 'en', 'es'] as const

/** An affiliate with tiers and a contract by which players leave, and a person of it for each language. */
async function openTiered(office: DigestOffice) {
  const company = office.companies[0]!.id
  const bets = {
    company,
    calculation: 'dynamic',
    percentage: null,
    leavesAfterDays: 40,
    tiers: [
      { from: 0, percentage: 25 },
      { from: 7500, percentage: 30 },
    ],
  }
  const rewards = [(await buildReward(office.root, bets)).id]
  for (const productType of ['games', 'lotto', 'cpa'])
    rewards.push((await buildReward(office.root, { company, productType })).id)
  const profile = await buildRewardProfile(office.root, { company, rewards })
  const affiliate = await buildAffiliate(office.root, {
    rewardProfile: profile.id,
    brands: [office.brands[0]!.id],
    paymentType: 'manual',
    afterEnd: 'nothing',
    endsOn: office.day(31),
  })
  const link = await buildAction(office.root, { campaign: office.links[0]!.campaign, affiliate: affiliate.id })
  const people: OpenPerson[] = []
  for (const language of languages) {
    const person = await openPerson(office, affiliate.id, { now: office.now })
    await office.speak(person, language)
    await person.client.put('/api/me/digest', { repeats: 'daily' })
    people.push(person)
  }
  /** What each of them reads the next morning. */
  const readNext = async () => {
    office.nextMorning()
    await office.run()
    return people.map(({ person }) => office.mailsTo(person.email).join('\n'))
  }
  const bet = (day: string, amount: string, player = 'p') => [
    { link, type: 'registration', day, player },
    { link, type: 'bet', day, player, product: 'bets', amount },
  ]
  return { affiliate, people, readNext, bet }
}

describe('a digest of tiers', () => {
  let office: DigestOffice
  beforeAll(async () => {
    office = await openDigestOffice()
  }, 120_000)
  afterAll(() => office.end())

  it('says what is short of the next one, then that it is reached, and leads to the entry that explains it', async () => {
    const { people, readNext, bet } = await openTiered(office)
    await office.send(bet(office.day(), '7080.00'))
    await office.closeDays(office.day())
    const [pt, en, es] = await readNext()
    expect(pt).toMatch(
      /- Apostas: faltam R\$\s420,00 para a faixa a partir de R\$\s7\.500,00 \(30%\); no ritmo atual, você chega a ela neste mês/,
    )
    expect(en).toContain(
      '- Bets: R$420.00 short of the tier from R$7,500.00 (30%); at the current pace you reach it this month',
    )
    expect(es).toMatch(/- Apuestas: faltan R\$\s420,00 para el tramo desde R\$\s7\.500,00 \(30%\); al ritmo actual/)
    const [, entry] = /https:\/\/office\.example\/portal\/entries\?entry=(\d+)/.exec(pt!)!
    const person = { email: String(people[0]!.person.email), password: builtPassword }
    const explained = await (await signInAs(office.app, person)).get(`/api/entry/${entry}/explain`)
    expect([explained.status, explained.body.entry.value]).toEqual([200, 1770])
    await office.send([{ ...bet(office.day(), '500.00')[1]! }])
    await office.closeDays(office.day())
    const reached = await readNext()
    expect(reached[0]).toContain('- Faixa atingida em Apostas: de 25% para 30%')
    expect(reached[1]).toContain('- Tier reached in Bets: 25% to 30%')
    expect(reached[2]).toContain('- Tramo alcanzado en Apuestas: de 25% a 30%')
    expect(reached[1]).not.toContain('short of')
  }, 60_000)
})

describe('a digest of payments, holds and players about to leave', () => {
  let office: DigestOffice
  let staff: BuiltRecord
  beforeAll(async () => {
    office = await openDigestOffice({ isReal: true })
    const built = await buildStaff(office.app, office.root, {
      company: office.companies[0]!.id,
      allowedBrands: [office.brands[0]!.id],
      roles: ['affiliate', 'financial', 'paymentByAffiliate'],
      language: 'en',
    })
    staff = built.user
    await built.put('/api/me/digest', { repeats: 'daily' })
  }, 120_000)
  afterAll(() => office.end())

  it('says them to the affiliate and to staff in their own languages, each with a page that they open', async () => {
    const { affiliate, readNext, bet } = await openTiered(office)
    const day = office.day(-30)
    await office.send(bet(day, '1000.00'))
    await office.closeDays(day)
    const root = await signInAs(office.app, rootCredentials)
    const paid = await root.post(`/api/payment/affiliate/${affiliate.id}/manual`, {
      paidAt: office.day(),
      reference: 'bank 1',
      note: '',
      currency: 'BRL',
    })
    expect([paid.status, paid.body]).toEqual([200, expect.anything()])
    const held = await root.post(`/api/affiliate/${affiliate.id}/hold`, { reason: 'Asked for a document' })
    expect([held.status, held.body]).toEqual([200, expect.anything()])
    // What became known last is what digests reach up to.
    await office.send([{ link: office.links[3]!, type: 'click', day: office.day() }])
    const [pt, en, es] = await readNext()
    expect(pt).toMatch(/- 1 pagamento enviado: R\$\s250,00/)
    expect(en).toContain('- 1 payment sent: R$250.00')
    expect(es).toMatch(/- 1 pago enviado: R\$\s250,00/)
    expect(pt).toContain('- Seus pagamentos estão retidos')
    expect(en).toContain('- Your payments are on hold')
    expect(es).toContain('- Sus pagos están retenidos')
    expect(pt).toContain('- 1 jogador sai do acordo em até 30 dias sem depósito ou aposta')
    expect(en).toContain('- 1 player leaves the deal within 30 days without a deposit or bet')
    expect(es).toContain('- 1 jugador sale del acuerdo en 30 días sin depósito ni apuesta')
    expect(pt).toMatch(/- Seu contrato termina em \d\d\/\d\d\/\d{4}/)
    expect(en).toMatch(/- Your contract ends on \d\d\/\d\d\/\d{4}/)
    for (const path of ['payments', 'deal']) expect(pt).toContain(`${officeOrigin}/portal/${path}\r\n`)
    const own = office.mailsTo(staff.email).join('\n')
    expect(own).toContain('- 1 payment sent: R$250.00')
    expect(own).toContain('- Payments of 1 affiliate are on hold')
    expect(own).toMatch(/- 1 affiliate contract ends on/)
    expect(own).toContain(`${officeOrigin}/registers/affiliate/${affiliate.id}`)
    expect(own).toContain(`${officeOrigin}/financial/payment\r\n`)
    expect(own).toContain(`${officeOrigin}/financial/affiliate/payment\r\n`)
  }, 60_000)
})
