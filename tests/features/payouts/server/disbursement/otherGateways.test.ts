import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { httpGateway } from '#features/payouts/server/disbursement/httpGateway.ts'

/** Gateways that keep to the protocol in other words than the one of the tests. */
type Call = { method: string; body: string }
async function gatewayOf(says: (call: Call) => [number, unknown]) {
  const calls: Call[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString('utf8')))
    request.on('end', () => {
      const call = { method: request.method!, body }
      calls.push(call)
      const [status, answer] = says(call)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway = httpGateway({ url, secret: 'the secret of another gateway', now: () => new Date() })
  return { gateway, calls, close: () => new Promise((done) => server.close(done)) }
}
const order = {
  id: 'c7c1a6a0-0000-4000-8000-000000000001',
  amount: '5.00',
  currency: 'BRL',
  key: 'a@example.com',
  keyType: 'email',
  name: 'Ana',
  document: null,
  documentType: null,
} as const

test('one that keeps no batches to be asked for, and says no id of one, takes them all the same', async () => {
  const { gateway, calls, close } = await gatewayOf(({ method, body }) =>
    method === 'GET'
      ? [404, { message: 'Not found' }]
      : [
          200,
          {
            payouts: (JSON.parse(body) as { payouts: { id: string }[] }).payouts.map(({ id }) => ({
              id,
              state: 'settled',
            })),
          },
        ],
  )
  try {
    expect(await gateway.takesBatches()).toBe(true)
    expect(await gateway.takesBatches()).toBe(true)
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'PUT'])
    expect(JSON.parse(calls[1]!.body)).toMatchObject({ payouts: [] })
    expect(await gateway.sendBatch({ id: 'b', payouts: [order] })).toEqual(new Map([[order.id, { kind: 'settled' }]]))
  } finally {
    await close()
  }
})

test.each([
  ['refuses a batch of nothing', 400, { message: 'Nothing to pay' }],
  ['knows none', 404, { message: 'Not found' }],
  ['answers everything with the same words', 200, { state: 'accepted' }],
])('one that %s is sent each payout by itself', async (_, status, said) => {
  const { gateway, calls, close } = await gatewayOf(() => [status, said])
  try {
    expect([await gateway.takesBatches(), await gateway.takesBatches(), calls.length]).toEqual([false, false, 2])
  } finally {
    await close()
  }
})
