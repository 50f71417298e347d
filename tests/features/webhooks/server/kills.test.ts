import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { withDatabase } from '#engine/server/database/address.ts'
import { openSignalOffice, openSink, type Sink } from './support.ts'

/*
 * The sender is killed at random moments while it takes activity in and sends it to sinks that are quick, slow, answer
 * 500 first, redirect inside, or are dead for good. `SIGNALS=10000 SIGNAL_KILLS=100 npm test -- tests/features/webhooks/server/kills.test.ts` is the long
 * form.
 */
const total = Number(process.env['SIGNALS'] ?? 300)
const kills = Number(process.env['SIGNAL_KILLS'] ?? 3)

let office: Awaited<ReturnType<typeof openSignalOffice>>
const sinks: Record<'quick' | 'slow' | 'failing' | 'redirecting' | 'inside' | 'dead', Sink> = {} as never
const seen = new Set<string>()
beforeAll(async () => {
  office = await openSignalOffice()
  sinks.quick = await openSink()
  sinks.inside = await openSink()
  sinks.slow = await openSink((response) => void setTimeout(() => response.writeHead(204).end(), 50))
  sinks.failing = await openSink((response, { headers }) => {
    const id = String(headers['webhook-id'])
    const isFirst = Number(id.slice('sig_'.length)) % 3 === 0 && !seen.has(id)
    response.writeHead(isFirst ? 500 : 204).end()
    seen.add(id)
  })
  // Nobody listens there any more.
  sinks.dead = await openSink()
  sinks.dead.close()
  sinks.redirecting = await openSink((response) => void response.writeHead(302, { location: sinks.inside.url }).end())
})
afterAll(async () => {
  for (const sink of Object.values(sinks)) sink.close()
  await office.close()
})

const idsOf = (sink: Sink) => new Set(sink.got.map(({ headers }) => String(headers['webhook-id'])))

async function runAndKill(url: string, from: number, count: number): Promise<void> {
  const { id, slug, site, currency } = office.brand as any
  const given = { url, brand: { id, slug, site, currency }, token: office.link.token, from, count }
  const script = new URL('sender.process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, JSON.stringify(given)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((done) => child.stdout.once('data', () => done()))
  await pause(100 + Math.random() * 900)
  const ended = new Promise((done) => child.once('close', done))
  child.kill('SIGKILL')
  await ended
}

it(
  `delivers each of ${total} signals at least once under one id, and loses none to ${kills} kills`,
  async () => {
    const names = ['dead', 'quick', 'slow', 'failing', 'redirecting'] as const
    for (const name of names) await office.target({ name, address: sinks[name].url, signals: ['registration'] })
    const { rows: named } = await sql<{ name: string }>`select current_database() as name`.execute(office.database.db)
    const url = withDatabase(inject('databaseServerUrl'), named[0]!.name)
    const each = Math.ceil(total / kills)
    for (let kill = 0; kill < kills; kill += 1) await runAndKill(url, kill * each, each)
    // What was not acknowledged is sent again, as a platform does.
    await office.happens(
      ...Array.from({ length: kills * each }, (_, index) => ({
        type: 'registration',
        event_id: `signal-${index}`,
        player_ref: `signal-${index}`,
        occurred_at: '2026-03-09T10:00:00Z',
        action_token: office.link.token,
      })),
    )
    const sender = office.sender()
    const waits = async () =>
      (
        await sql`select 1 from signal_delivery delivery join signal_target target on target.id = delivery.target
          where delivery.state = 'waiting' and target.name not in ('redirecting', 'dead') limit 1`.execute(
          office.database.db,
        )
      ).rows.length > 0
    await sender.drain()
    for (let round = 0; round < 200 && (await waits()); round += 1) {
      await office.pass(61)
      await sender.drain()
    }
    const { rows } = await sql<{ id: string; player: string }>`select 'sig_' || id as id, data ->> 'player' as player
      from signal`.execute(office.database.db)
    expect(rows).toHaveLength(kills * each)
    expect(new Set(rows.map(({ player }) => player)).size).toBe(kills * each)
    const ids = new Set(rows.map(({ id }) => id))
    expect(idsOf(sinks.quick)).toEqual(ids)
    expect(idsOf(sinks.slow)).toEqual(ids)
    expect(idsOf(sinks.failing)).toEqual(ids)
    expect(sinks.redirecting.got.length).toBeGreaterThan(0)
    expect(sinks.inside.got).toEqual([])
    const { rows: states } = await sql<{ name: string; state: string }>`select distinct target.name, delivery.state
      from signal_delivery delivery join signal_target target on target.id = delivery.target
      where target.name not in ('redirecting', 'dead') order by 1`.execute(office.database.db)
    expect(states).toEqual(['failing', 'quick', 'slow'].map((name) => ({ name, state: 'taken' })))
    const { rows: dead } = await sql<{
      state: string
      answer: string | null
    }>`select delivery.state, max(answer) as answer,
        count(*)::integer as count from signal_delivery delivery join signal_target target on target.id = delivery.target
      where target.name = 'dead' group by 1`.execute(office.database.db)
    expect(dead).toEqual([{ state: 'waiting', answer: 'ECONNREFUSED', count: kills * each }])
  },
  120_000 + kills * 5_000,
)
