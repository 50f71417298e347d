import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { drive, requestText } from '../loadSupport.ts'
import { type Office, root } from './office.ts'
import { processorTicks, type TrialProcess } from './processes.ts'

const connections = 8
const tickMicroseconds = 10_000

/** A month of activity of 5,000 affiliates, as the roll-up holds it. */
export async function fillActivity({ db }: Database): Promise<void> {
  await sql`insert into movement_wide (day, brand, affiliate, bets_turnover_minor, bets_payout_minor, bets_bets,
    games_turnover_minor, games_payout_minor, clicks)
    select day::date, 1 + n % 4, n, (10 + n % 90) * 100, (5 + n % 80) * 100, 1 + n % 9, n % 50 * 100, n % 40 * 100,
      n % 30 from generate_series(1, 5000) n, generate_series(date '2026-10-01', date '2026-10-31',
      interval '1 day') day`.execute(db)
  await sql`vacuum analyze movement_wide`.execute(db)
}

/** Servers that share the load. */
interface Step {
  readonly what: string
  readonly offices: readonly Office[]
}

/** What is asked of them. */
interface Load {
  readonly what: string
  readonly request: (token: string, key: string) => string
}

let number = 0
const loads: readonly Load[] = [
  {
    what: 'lists',
    request: (token) =>
      requestText({
        token,
        path: `/api/affiliate?${new URLSearchParams({ sort: '["name","ASC"]', range: '[0,24]', filter: '{"paymentType":"automatic"}' }).toString()}`,
      }),
  },
  {
    what: 'reports',
    request: (token) => requestText({ token, path: '/api/report/affiliateActivity?from=2026-10-01&to=2026-10-31' }),
  },
  {
    what: 'ingest (200 events)',
    request: (_, key) =>
      requestText({ token: key, method: 'POST', path: '/ingest/events', body: JSON.stringify(batch()) }),
  },
  {
    what: 'writes',
    request: (token) =>
      requestText({
        token,
        method: 'POST',
        path: '/api/company',
        body: JSON.stringify({ name: `Company ${Date.now()} ${number++}` }),
      }),
  },
]

function batch(): object[] {
  number += 1
  return Array.from({ length: 200 }, (_, index) => ({
    event_id: `${Date.now()}-${number}-${index}`,
    type: 'bet',
    product: 'bets',
    amount: '1.00',
    currency: 'BRL',
    occurred_at: '2026-10-20T10:00:00Z',
    player_ref: `p${index}`,
  }))
}

interface Figures {
  readonly perSecond: number
  readonly primary: number
  readonly api: number
}

async function measure({
  offices,
  load,
  primary,
  seconds,
  token,
  key,
}: {
  offices: readonly Office[]
  load: Load
  primary: TrialProcess
  seconds: number
  token: string
  key: string
}): Promise<Figures> {
  const [cpu, ticks] = [offices.reduce((sum, each) => sum + each.cpuMicroseconds(), 0), processorTicks(primary.pid)]
  const driven = await Promise.all(
    offices.map(({ address }) =>
      drive({ address, request: () => load.request(token, key), connections: connections / offices.length, seconds }),
    ),
  )
  const answers = driven.reduce((sum, each) => sum + each.answers, 0)
  return {
    perSecond: driven.reduce((sum, each) => sum + each.perSecond, 0),
    primary: ((processorTicks(primary.pid) - ticks) * tickMicroseconds) / answers,
    api: (offices.reduce((sum, each) => sum + each.cpuMicroseconds(), 0) - cpu) / answers,
  }
}

/**
 * Drives each load through each step in turns, and prints what the steps bring against the first: answers a second, and
 * how much the primary has to do for one.
 */
export async function measureSteps({
  primary,
  seconds,
  print,
  steps,
  key: { brand },
}: {
  primary: TrialProcess
  seconds: number
  print: (line: string) => void
  steps: readonly Step[]
  key: { brand: number }
}): Promise<void> {
  const office = steps[0]!.offices[0]!
  const token = await office.signIn(root)
  const {
    body: { key },
  } = await office.call('POST', `/api/brand/${brand}/ingest_key`, { token })
  for (const load of loads) {
    print(`\n${load.what}`)
    // A session that wrote reads the primary until the replica has caught up: readers are other people.
    const reader = await office.signIn(root)
    const figures: Figures[][] = steps.map(() => [])
    for (let round = 0; round < 3; round += 1) {
      for (const [index, { offices }] of steps.entries())
        figures[index]!.push(
          await measure({
            offices,
            load,
            primary,
            seconds,
            token: load.what === 'writes' ? token : reader,
            key: key as string,
          }),
        )
    }
    const middle = (of: (figure: Figures) => number) =>
      figures.map((each) => each.map(of).toSorted((one, other) => one - other)[1]!)
    const [perSecond, atPrimary, atApi] = [
      middle((each) => each.perSecond),
      middle((each) => each.primary),
      middle((each) => each.api),
    ]
    for (const [index, { what }] of steps.entries()) {
      print(
        `  ${what.padEnd(42)} ${perSecond[index]!.toFixed(0).padStart(6)} a second (${(perSecond[index]! / perSecond[0]!).toFixed(2)}), the primary's processor for one ` +
          `${atPrimary[index]!.toFixed(0)} us (${(atPrimary[index]! / atPrimary[0]!).toFixed(2)}), the servers' ${atApi[index]!.toFixed(0)} us`,
      )
    }
  }
}
