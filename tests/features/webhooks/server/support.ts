import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { type Call, outboundCall } from '#features/webhooks/server/transport/outboundCall.ts'
import { SignalSender } from '#features/webhooks/server/queue/sender.ts'
import { buildAction, buildAffiliate, buildBrand, buildCampaign, type BuiltRecord } from '#tests/support/builders.ts'
import { openOffice, type Office, rootCredentials, signInAs } from '#tests/support/office.ts'
import { buildEvent, unique } from '#tests/features/activity/server/support/activity.ts'

/** What a sink was sent. */
export interface Got {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A program that is told of signals. */
export interface Sink {
  readonly url: string
  readonly got: Got[]
  /** What it answers, and how soon. */
  answers: (response: ServerResponse, got: Got) => void
  close(): void
}

/** @param answers 204 at once where nothing is said */
export async function openSink(answers: Sink['answers'] = (response) => void response.writeHead(204).end()) {
  const sink = { url: '', got: [] as Got[], answers, close: () => void server.closeAllConnections() }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const got = { method: request.method!, url: request.url!, headers: request.headers, body }
      sink.got.push(got)
      sink.answers(response, got)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  sink.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  sink.close = () => {
    server.close()
    server.closeAllConnections()
  }
  return sink
}

/** An office with a clock that a test turns, a brand with an affiliate's link, and what sends. */
export async function openSignalOffice() {
  let at = Date.parse('2030-03-10T12:00:00Z')
  const now = () => new Date(at)
  const office: Office = await openOffice({ now, variables: { SIGNAL_INSIDE_HOSTS: '127.0.0.1' } })
  const context: AppContext = { database: office.database, environment: office.environment, now }
  let root = await signInAs(office.app, rootCredentials)
  const brand = await buildBrand(root, { currency: 'BRL' })
  const affiliate = await buildAffiliate(root, { brands: [brand.id] })
  const campaign = await buildCampaign(root, { brand: brand.id })
  const link = await buildAction(root, { campaign: campaign.id, affiliate: affiliate.id })
  const errors: unknown[] = []
  const target = (values: Record<string, unknown>) => {
    const given = { name: unique('target'), company: brand.company, brands: [brand.id], kind: 'webhook', ...values }
    return root.post('/api/signalTarget', given)
  }
  /**
   * A host of this machine stands for one outside where an affiliate's target leads to a sink: the product never calls
   * a host inside for an affiliate.
   */
  const call = (outbound: Call, { limitMs }: { limitMs: number }) =>
    outboundCall(outbound, { insideHosts: office.environment.signalInsideHosts, limitMs })
  return {
    ...office,
    get root() {
      return root
    },
    context,
    brand: brand as BuiltRecord,
    affiliate,
    campaign,
    link,
    errors,
    /** Turns the clock on; the root user signs in anew. */
    async pass(seconds: number) {
      at += seconds * 1000
      root = await signInAs(office.app, rootCredentials)
    },
    /** A target that is there. */
    async target(values: Record<string, unknown>): Promise<BuiltRecord> {
      const isOutside = values['affiliate'] !== undefined && String(values['address']).startsWith('http://127.0.0.1')
      const { status, body } = await target(isOutside ? { ...values, address: 'https://outside.example/' } : values)
      if (status !== 200) throw new Error(JSON.stringify(body))
      if (isOutside)
        await sql`update signal_target set address = ${String(values['address'])} where id = ${body.id}`.execute(
          office.database.db,
        )
      return body as BuiltRecord
    },
    tryTarget: target,
    sender: (timing = { answerMs: 2_000, batchMs: 3_000 }) =>
      new SignalSender(context, { failed: (error) => void errors.push(error), timing, call }),
    /** Somebody registers by a link. @returns the player's id */
    async registers(values: Record<string, unknown> = {}): Promise<number> {
      const player_ref = unique('player')
      const event = { type: 'registration', player_ref, occurred_at: '2026-03-09T10:00:00Z', action_token: link.token }
      await happens({ ...event, ...values })
      const { rows } = await sql<{ id: number }>`select id from player where player_ref = ${player_ref}`.execute(
        office.database.db,
      )
      return rows[0]!.id
    },
    happens,
    async deliveries(of: BuiltRecord) {
      const filter = JSON.stringify({ target: of.id })
      const { body } = await root.get(`/api/signalDelivery?sort=["id","ASC"]&range=[0,999]&filter=${filter}`)
      return body as BuiltRecord[]
    },
  }
  async function happens(...given: Record<string, unknown>[]): Promise<void> {
    const events = given.map((values) => buildEvent({ type: 'bet', event_id: unique('event'), ...values }))
    await recordEvents({ database: office.database, brand: { ...(brand as any) }, events })
  }
}
