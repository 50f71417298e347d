import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { JobRunner } from '#engine/jobs/server/jobRunner.ts'
import { startTracing } from '#engine/server/tracing/startTracing.ts'
import { currentTracer, outgoingTrace } from '#engine/server/tracing/tracing.ts'
import { buildBrand } from '#tests/support/builders.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  readonly status: { code: number }
}

const theirs = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const traceparent = `00-${theirs.traceId}-${theirs.spanId}-01`
const received: { url: string; headers: IncomingMessage['headers']; body: string }[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.on('data', (piece: Buffer) => (body += piece.toString()))
  request.on('end', () => {
    received.push({ url: request.url!, headers: request.headers, body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

let office: Office
let spans: Span[]
let asked: Record<string, string>
beforeAll(async () => {
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const tracing = await startTracing({ tracing: { endpoint, serviceName: 'the office', share: 1 } }, () => {})
  office = await openOffice()
  await buildBrand(office.root, { name: 'Nobody may know this name' })
  await office.root.get('/api/brand?q=nor-this-search', { traceparent })
  await office.nobody.get('/api/brand/12')
  const { database, environment } = office
  const job = {
    name: 'cleanUp',
    schedule: { everySeconds: 1 },
    runsAtFirstStart: true,
    async run() {
      await sql`select 'of the job'`.execute(database.db)
      asked = outgoingTrace()
      return []
    },
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  await new JobRunner({ context: { database, environment, now: () => new Date() }, jobs: [job], log }).runDue()
  await tracing!.stop()
  spans = received.flatMap(({ body }) =>
    (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap((each) =>
      each.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
})
afterAll(async () => {
  await office.close()
  collector.close()
})

const attribute = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}
const named = (name: string) => spans.filter((span) => span.name === name)
const within = ({ spanId }: Span) => spans.filter(({ parentSpanId }) => parentSpanId === spanId)

describe('traces', () => {
  test('go to the collector as OTLP, under the name of the service', () => {
    expect(received.map(({ url }) => url)).toContain('/v1/traces')
    expect(received[0]!.body).toContain('"service.name"')
    expect(received[0]!.body).toContain('the office')
  })

  test('have a span for each request, in the trace that it names, with its statements inside', () => {
    const [span, ...more] = named('GET /api/brand').filter(({ traceId }) => traceId === theirs.traceId)
    expect([span!.parentSpanId, more]).toEqual([theirs.spanId, []])
    expect([attribute(span!, 'http.route'), attribute(span!, 'http.response.status_code')]).toEqual(['/api/brand', 200])
    expect(within(span!).map(({ name }) => name)).toContain('SELECT')
    const [refused] = named('GET /api/brand/:id')
    expect([attribute(refused!, 'http.response.status_code'), refused!.status.code]).toEqual([401, 0])
  })

  test('have the statements of a write inside its request, whose body was read before', () => {
    const [span] = named('POST /api/brand')
    const inside = within(span!)
    expect(inside.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'INSERT', 'COMMIT']))
    expect(new Set(inside.map(({ traceId }) => traceId))).toEqual(new Set([span!.traceId]))
  })

  test('have a span for each run of a job, which whoever it asks continues', () => {
    // Due each second, it runs more than once on a slow machine: the run that asked last is the one.
    const span = named('job cleanUp').find(({ spanId }) => asked['traceparent']!.includes(spanId))
    expect(span!.parentSpanId ?? '').toBe('')
    expect(within(span!).map((each) => attribute(each, 'db.query.text'))).toContain("select 'of the job'")
    expect(asked['traceparent']).toBe(`00-${span!.traceId}-${span!.spanId}-01`)
  })

  test('say nothing that people gave, and nothing of what loops ask each second', () => {
    const all = received.map(({ body }) => body).join()
    expect(all).not.toMatch(/Nobody may know|nor-this-search|root@office\.test/)
    const roots = spans.filter(({ parentSpanId }) => !parentSpanId)
    expect(roots.filter(({ kind }) => kind === 3)).toEqual([])
  })
})

test('nothing is traced, loaded or called where no address is set', async () => {
  const count = received.length
  const none = { tracing: { endpoint: undefined, serviceName: 'x', share: 1 } }
  expect(await startTracing(none, () => {})).toBeNull()
  expect([currentTracer(), outgoingTrace()]).toEqual([null, {}])
  await office.root.get('/api/brand?range=[0,1]')
  expect(received).toHaveLength(count)
})
