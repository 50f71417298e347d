import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
beforeAll(async () => {
  office = await openPayoutOffice({ withGateway: true })
})
afterAll(() => office.close())

async function paid(value: string, outcome: 'accepted' | 'settled') {
  office.gateway!.behave(() => ({ outcome }))
  const { id } = await office.owner()
  const entry = await office.entry(id, value)
  await (await office.asRoot()).post(`/api/payment/affiliate/${id}`)
  const [payment] = await office.payments(id)
  return { owner: id, entry, ...payment! }
}
const stateOf = async (owner: number) => (await office.payments(owner))[0]!.state
const reconcile = async (body: unknown) => (await office.asRoot()).post('/api/payment/reconcile', body)
const today = '2030-03-10'

describe('a statement', () => {
  it('is compared line by line, each with the next step, and changes nothing', async () => {
    const [same, open, refused, less, came, unnamed] = [
      await paid('30.00', 'settled'),
      await paid('31.00', 'accepted'),
      await paid('32.00', 'accepted'),
      await paid('33.00', 'settled'),
      await paid('34.00', 'settled'),
      await paid('35.00', 'settled'),
    ]
    const statement = [
      'id,amount,date,status,remark',
      `${same.transferId},30.00,${today},settled,"by us, today"`,
      `${open.transferId},31.00,${today},paid,`,
      `${refused.id},32,${today},rejected,`,
      `${less.transferId.toUpperCase()},"32,99",${today},settled,`,
      `${came.transferId},-34.00,${today},returned,`,
      `elsewhere-1,5.00,${today},settled,`,
      `${same.transferId},30.00,${today},settled,`,
    ].join('\r\n')
    const { status, body } = await reconcile({ statement })
    expect(status).toBe(200)
    expect(
      body.lines.map(({ line, payment, finding, nextStep }: Record<string, unknown>) => [
        line,
        payment,
        finding,
        nextStep,
      ]),
    ).toEqual([
      [2, same.id, 'matched', 'none'],
      [3, open.id, 'settle', 'confirm'],
      [4, refused.id, 'reject', 'confirm'],
      [5, less.id, 'amount_differs', 'correct_amount'],
      [6, came.id, 'returned', 'confirm'],
      [7, null, 'missing_here', 'find_payment'],
      [8, same.id, 'duplicate', 'ask_bank'],
      [null, unnamed.id, 'missing_there', 'ask_bank'],
    ])
    expect(body.lines[3]).toMatchObject({
      there: { amount: 32.99, state: 'settled' },
      here: { amount: 33, state: 'settled' },
    })
    expect([await stateOf(open.owner), await stateOf(refused.owner), await stateOf(came.owner)]).toEqual([
      'sent',
      'sent',
      'settled',
    ])

    const confirmed = await reconcile({ statement, confirmation: body.confirmation })
    const { statement: stored, ...done } = confirmed.body
    expect(done).toEqual({ changed: [open.id, refused.id], waiting: [came.id], contradicted: [came.id] })
    expect(stored).toEqual(expect.any(Number))
    expect([await stateOf(open.owner), await stateOf(refused.owner), await stateOf(came.owner)]).toEqual([
      'settled',
      'rejected',
      'settled',
    ])
    expect([await office.statusOf(open.entry), await office.statusOf(refused.entry)]).toEqual(['complete', 'pending'])
    const again = await reconcile({ statement, confirmation: body.confirmation })
    expect([again.status, again.body.code]).toEqual([409, 'statement_outdated'])
  })

  it.each([
    ['in order', ['paid', 'returned']],
    ['the newest first', ['returned', 'paid']],
  ])('that tells of one payment that it went and came back, %s, is confirmed whole', async (_order, words) => {
    const [both, open] = [await paid('36.00', 'accepted'), await paid('37.00', 'accepted')]
    const lines = words.map((word) => `${both.transferId},36.00,${today},${word}`)
    const statement = ['id,amount,date,status', ...lines, `${open.transferId},37.00,${today},paid`].join('\n')
    const { body } = await reconcile({ statement })
    const confirmed = await reconcile({ statement, confirmation: body.confirmation })
    expect([confirmed.status, confirmed.body]).toEqual([200, { changed: [both.id, open.id] }])
    expect([await stateOf(both.owner), await stateOf(open.owner)]).toEqual(['returned', 'settled'])
  })

  it('that was compared before something changed must be looked at again', async () => {
    const open = await paid('41.00', 'accepted')
    const statement = `reference;value;day;state\n${open.transferId};41,00;${today};rejected\n`
    const { body } = await reconcile({ statement })
    const [webhook, headers] = office.gateway!.webhook({ id: open.transferId, state: 'settled' })
    await office.app.inject({ method: 'POST', url: '/payouts/webhook', payload: webhook, headers })
    expect((await reconcile({ statement, confirmation: body.confirmation })).body.code).toBe('statement_outdated')
    expect(await stateOf(open.owner)).toBe('settled')
    expect((await reconcile({ statement })).body.lines[0]).toMatchObject({
      finding: 'state_differs',
      nextStep: 'ask_bank',
    })
  })

  it.each([
    ['', 400, 'validation_failed'],
    ['id,amount,date\n', 422, 'invalid_statement'],
    [`id,amount,date,status\nx,1.234,${today},settled`, 422, 'invalid_statement'],
    ['id,amount,date,status\nx,1.00,10/03/2026,settled', 422, 'invalid_statement'],
    [`id,amount,date,status\nx,1.00,${today},vanished`, 422, 'invalid_statement'],
    [`id,amount,date,status\n"x,1.00,${today},settled`, 422, 'invalid_statement'],
  ])('that cannot be read is refused, saying where: %j', async (statement, status, code) => {
    const answer = await reconcile({ statement })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    if (code === 'invalid_statement')
      expect(answer.body.values).toMatchObject({ line: expect.any(Number), reason: expect.any(String) })
  })

  it('proposes a payment by its payee, which is done once a person accepts it and remembered then', async () => {
    const [open, other] = [await paid('52.10', 'accepted'), await paid('52.20', 'accepted')]
    const text = 'PIX ENVIADO LOJA DO BAIRRO'
    const bankText = (value: string, words = text) => `data;historico;valor\n10/03/2030;${words};-${value}\n`
    const learned = bankText('52,20')
    const lineOf = async (statement: string) => {
      const { body } = await reconcile({ statement })
      return { ...body.lines[0], confirmation: body.confirmation }
    }
    expect(await lineOf(learned)).toMatchObject({ finding: 'missing_here' })
    const { body: owner } = await (await office.asRoot()).get(`/api/affiliate/${open.owner}`)
    const statement = bankText('52,10', `${text} ${owner.name}`)
    const first = await lineOf(statement)
    expect(first).toMatchObject({
      payment: open.id,
      finding: 'proposed',
      nextStep: 'accept',
      match: { reason: 'payee' },
    })
    const { confirmation } = first
    expect((await reconcile({ statement, confirmation })).body).toEqual({ changed: [] })
    expect(await stateOf(open.owner)).toBe('sent')
    expect((await reconcile({ statement, confirmation, accept: [3] })).body.code).toBe('statement_outdated')
    expect((await reconcile({ statement, confirmation, accept: [2] })).body).toEqual({ changed: [open.id] })
    expect([await stateOf(open.owner), await stateOf(other.owner)]).toEqual(['settled', 'sent'])
  })

  it('remembers which lines are no payment of ours, and what a code of the bank means', async () => {
    const root = await office.asRoot()
    const open = await paid('53.00', 'accepted')
    const { body: owner } = await root.get(`/api/affiliate/${open.owner}`)
    const fee = 'data;historico;valor\n10/03/2030;ASSINATURA SISTEMA;-9,90\n'
    const { body } = await reconcile({ statement: fee })
    const confirmed = { statement: fee, confirmation: body.confirmation, dismiss: [2], company: owner.company }
    expect((await reconcile(confirmed)).body).toEqual({ changed: [] })
    expect((await reconcile({ statement: fee })).body.lines[0]).toMatchObject({ finding: 'not_ours', nextStep: 'none' })

    const put = (row: string, place: number, text: string) =>
      row.slice(0, place - 1) + text + row.slice(place - 1 + text.length)
    const blank = ' '.repeat(240)
    const detail = [
      [1, '3410001300001A'],
      [74, String(open.id)],
      [94, '10032030'],
      [120, '000000000005300'],
      [231, 'Q9'],
    ] as const
    const statement = [
      put(blank, 1, '34100000'),
      put(blank, 1, '34100011'),
      detail.reduce((row, [place, text]) => put(row, place, text), blank),
      put(blank, 1, '34100015'),
      put(put(blank, 1, '34199999'), 24, '000005'),
    ].join('\r\n')
    const unclear = (await reconcile({ statement })).body.lines[0]
    expect(unclear).toMatchObject({
      payment: open.id,
      finding: 'unknown_code',
      there: { code: { bank: '341', code: 'Q9', company: owner.company } },
    })
    const queued = (await root.get('/api/payment/bank_code')).body
    expect(queued).toContainEqual(expect.objectContaining({ bank: '341', code: 'Q9', means: null }))
    const answer = { bank: '341', code: 'Q9', company: owner.company }
    expect((await root.post('/api/payment/bank_code', { ...answer, means: 'maybe' })).status).toBe(400)
    expect((await root.post('/api/payment/bank_code', { ...answer, means: 'rejected' })).status).toBe(200)
    const known = (await reconcile({ statement })).body
    expect(known.lines[0]).toMatchObject({ finding: 'reject', nextStep: 'confirm' })
    expect((await reconcile({ statement, confirmation: known.confirmation })).body).toEqual({ changed: [open.id] })
    expect(await stateOf(open.owner)).toBe('rejected')
  })

  it('needs both roles of payments', async () => {
    expect((await office.nobody.post('/api/payment/reconcile', { statement: 'id' })).status).toBe(401)
  })
})
