import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

let office: PayoutOffice
beforeAll(async () => {
  office = await openPayoutOffice()
})
afterAll(() => office.close())

const linesMax = 20_000

/** As a bank writes it: the head, then one transfer a line. */
const longStatement = () =>
  [
    'Data;Histórico;Docto.;Valor',
    ...Array.from({ length: linesMax - 1 }, (_, index) => {
      const day = `${String((index % 28) + 1).padStart(2, '0')}/02/2030`
      return `${day};PIX ENVIADO FULANO ${index} REF ABCDEF${index};E00002030${index}1234;-${index % 900},${String(index % 100).padStart(2, '0')}`
    }),
  ].join('\n')

describe('POST /api/payment/reconcile with 20,000 lines', () => {
  it('answers /health all the while', async () => {
    const root = await office.asRoot()
    const statement = longStatement()
    const begun = performance.now()
    let isDone = false
    const compared = root.post('/api/payment/reconcile', { statement }).finally(() => (isDone = true))
    let [asked, longestMs] = [0, 0]
    while (!isDone) {
      const askedAt = performance.now()
      const { status } = await office.nobody.get('/health')
      expect(status).toBe(200)
      // Whatever else waits has its turn before the next question.
      await new Promise(setImmediate)
      asked += 1
      longestMs = Math.max(longestMs, performance.now() - askedAt)
    }
    const { status, body } = await compared
    // Lines of 0,00 move nothing.
    expect([status, body.lines.length + body.skipped.length]).toEqual([200, linesMax - 1])
    expect(longestMs).toBeLessThan((performance.now() - begun) / 3)
  })

  it('sets the line aside that cannot be read, as without a thread', async () => {
    const statement = `${longStatement()}\n31/02/2030;PIX;E1;-1,00`
    const { status, body } = await (await office.asRoot()).post('/api/payment/reconcile', { statement })
    expect(status).toBe(200)
    expect(body.skipped.at(-1)).toMatchObject({ line: linesMax + 1, problem: 'day', value: '31/02/2030' })
  })

  it('refuses one of which nothing can be read, naming the line, as without a thread', async () => {
    const statement = 'Data;Docto.;Valor\n31/02/2030;E1;-1,00'
    const { status, body } = await (await office.asRoot()).post('/api/payment/reconcile', { statement })
    expect([status, body.code, body.values.line]).toEqual([422, 'invalid_statement', 2])
  })
})
