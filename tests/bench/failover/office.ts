import { makeWorld, addBatch, type KillWorld, sendBatch } from '#cli/killTest/activity.ts'
import type { Answer, ServerVictim } from '#cli/killTest/serverProcess.ts'
import { ask } from '../scaling/processes.ts'
import { type Lane, patienceMs, startLane } from './lanes.ts'

const paths = { list: '/api/affiliate?sort=["name","ASC"]&range=[0,24]&filter={}', payment: '/api/payment/affiliate' }

/** What is counted beside what the database keeps. */
export interface Tally {
  /** Visits that were sent on, and all that were asked for. */
  clicks: number
  visits: number
  /** Payments that somebody was told of. */
  readonly acknowledged: Set<number>
}

/** The office as people reach it, by way of the balancer. A failure of the server's side is no answer: nobody was told anything. */
export async function openOffice(
  address: string,
  credentials: { email: string; password: string },
): Promise<ServerVictim> {
  let failure = ''
  const send = async (path: string, body: unknown, headers: Record<string, string>): Promise<Answer> => {
    try {
      const answer = await fetch(`${address}${path}`, {
        method: 'POST',
        body: body === undefined ? null : JSON.stringify(body),
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        signal: AbortSignal.timeout(patienceMs * 3),
      })
      const text = await answer.text()
      if (answer.status < 500) return { status: answer.status, body: JSON.parse(text) as unknown }
      failure = String(answer.status)
    } catch (error) {
      failure = (error as Error).name
    }
    return null
  }
  const session = await send('/login', credentials, {})
  if (session?.status !== 200) throw new Error(`Not signed in: ${JSON.stringify(session)}`)
  const authorization = `Bearer ${session.body.accessToken as string}`
  return {
    // The last failure: what a balancer or a server said, or that nobody said anything in time.
    post: (path, body, headers = {}) => send(path, body, { authorization, ...headers }),
    output: () => failure,
    ended: new Promise(() => {}),
    kill: async () => {},
    stop: async () => 0,
  }
}

async function look(url: string, wanted: number, headers: Record<string, string> = {}): Promise<string | null> {
  const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) })
  await answer.arrayBuffer()
  return answer.status === wanted ? null : String(answer.status)
}

/** Puts the office to work: lists, clicks, ingest, close and payments, each again and again until it is stopped. */
export function startWork({
  address,
  office,
  token,
  world,
  tally,
}: {
  address: string
  office: ServerVictim
  token: string
  world: KillWorld
  tally: Tally
}): Lane[] {
  const waiting: ReturnType<typeof addBatch>[] = []
  const anyAffiliate = () => world.affiliates[Math.floor(Math.random() * world.affiliates.length)]!
  const answered = (answer: Answer) => (answer ? null : office.output())
  return [
    startLane({
      name: 'lists',
      width: 2,
      restMs: 100,
      once: () => look(`${address}${encodeURI(paths.list)}`, 200, { authorization: `Bearer ${token}` }),
    }),
    startLane({
      name: 'clicks',
      width: 2,
      restMs: 50,
      async once() {
        tally.visits += 1
        const failure = await look(`${address}/t/${anyAffiliate().token}`, 302)
        if (failure === null) tally.clicks += 1
        return failure
      },
    }),
    startLane({
      name: 'ingest',
      width: 2,
      restMs: 200,
      async once() {
        const batch = waiting.shift() ?? addBatch(world)
        if (await sendBatch(office, world, batch)) return null
        waiting.push(batch)
        return office.output()
      },
    }),
    startLane({
      name: 'close',
      width: 1,
      restMs: 3_000,
      once: async () => answered(await office.post('/api/job/dailyClose/run', { from: world.from, to: world.to })),
    }),
    startLane({
      name: 'payments',
      width: 3,
      restMs: 300,
      async once() {
        const answer = await office.post(`${paths.payment}/${anyAffiliate().id}`)
        if (answer?.status === 200) tally.acknowledged.add(answer.body.id as number)
        return answered(answer)
      },
    }),
    startLane({
      name: 'automatic payments',
      width: 1,
      restMs: 2_000,
      once: async () => answered(await office.post('/api/job/automaticPayments/run')),
    }),
  ]
}

/** What is wrong with the clicks: each visit that was sent on is kept and counted once. */
export async function clickProblems(url: string, tally: Tally, print: (line: string) => void): Promise<string[]> {
  const [row] = await ask<{ counted: number; kept: number }>(
    url,
    `select (select coalesce(sum(clicks), 0)::integer from movement) as counted,
      (select count(*)::integer from event where type = 'click') as kept`,
  )
  const { counted, kept } = row!
  print(`clicks: ${tally.clicks} sent on of ${tally.visits} visits, ${kept} kept, ${counted} counted`)
  const isWhole = counted === kept && kept >= tally.clicks && kept <= tally.visits
  return isWhole ? [] : [`${tally.clicks} of ${tally.visits} visits were sent on, ${kept} kept, ${counted} counted.`]
}

export { makeWorld }
