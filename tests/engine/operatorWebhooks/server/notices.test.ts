import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppContext } from '#engine/server/context.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { notices } from '#engine/operatorWebhooks/server/notices.ts'
import { openPayoutOffice, type PayoutOffice } from '#tests/support/money/payoutOffice.ts'

const secret = 'whsec_c2l4dGVlbiBieXRlcyBhdCBsZWFzdA=='

interface Told {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let office: PayoutOffice
let status = 200
const told: Told[] = []
const receiver = createServer((request, response) => {
  let body = ''
  request.on('data', (part: Buffer) => (body += part.toString()))
  request.on('end', () => {
    told.push({ headers: request.headers, body })
    response.writeHead(status).end()
  })
})
let url: string
beforeAll(async () => {
  office = await openPayoutOffice()
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
})
afterAll(async () => {
  receiver.close()
  await office.close()
})

/** Runs the job once over all that is logged. */
async function run(isTold = true) {
  await sealActivityLog(office.database)
  const environment = { ...office.environment, notices: isTold ? { url, secret } : undefined }
  const context: AppContext = { ...office.context, environment }
  const work = { context, signal: new AbortController().signal, input: {}, progress() {}, log() {} }
  return await notices.run(work)
}

async function pay(): Promise<number> {
  const { id } = await office.owner()
  await office.entry(id, '5.00')
  await (await office.asRoot()).post(`/api/payment/affiliate/${id}`)
  return (await office.payments(id))[0]!.id
}

const bodies = () => told.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> })

describe('notices', () => {
  it('tell nothing of what happened while nobody was to be told', async () => {
    await pay()
    await run(false)
    expect(await run()).toEqual([{ code: 'told', values: { taken: 0, failed: 0 } }])
    expect(told).toEqual([])
  })

  it('tell what is declared of what happened, signed as Standard Webhooks has it', async () => {
    const payment = await pay()
    await run()
    expect(bodies().map(({ type, data }) => [type, data['id']])).toEqual([
      ['payment.made', String(payment)],
      ['payment.moved', String(payment)],
      ['payment.moved', String(payment)],
    ])
    expect(bodies().at(-1)!.data['changes']).toContainEqual({ field: 'state', before: 'sent', after: 'settled' })
    expect(JSON.stringify(bodies())).not.toMatch(/example\.com|requestedBy/)
    const { headers, body } = told[0]!
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    const text = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(text).digest('base64')}`)
    await run()
    expect(told).toHaveLength(3)
  })

  it('are told again under the same name until they are taken, and given up after the last try', async () => {
    told.length = 0
    status = 503
    await pay()
    expect(await run()).toEqual([{ code: 'told', values: { taken: 0, failed: 3 } }])
    await run()
    expect(told).toHaveLength(3)
    status = 204
    office.pass({ seconds: 6 })
    expect(await run()).toEqual([{ code: 'told', values: { taken: 3, failed: 0 } }])
    const ids = told.map(({ headers }) => headers['webhook-id'])
    expect(ids.slice(3)).toEqual(ids.slice(0, 3))
    const { rows } = await sql<object>`select tries, status, due_at from notice where tries > 1`.execute(
      office.database.db,
    )
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ tries: 2, status: 204, due_at: null })))
    status = 500
    await pay()
    for (let tries = 0; tries < 11; tries += 1) {
      await run()
      office.pass({ hours: 21 })
    }
    expect(await run()).toEqual([{ code: 'told', values: { taken: 0, failed: 0 } }])
  })
})
