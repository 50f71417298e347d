import { addressOf, ask, type TrialProcess, until } from './processes.ts'
import { type Office, root } from './office.ts'

/** Everything that runs while correctness is looked at. */
export interface Trial {
  readonly offices: readonly [Office, Office]
  readonly primary: TrialProcess
  readonly replica: TrialProcess
  readonly startReplica: () => Promise<TrialProcess>
}

type Print = (line: string) => void

function must(condition: boolean, what: string): void {
  if (!condition) throw new Error(`Does not hold: ${what}`)
}

const list = (entity: string, filter: object = {}) =>
  `/api/${entity}?filter=${encodeURIComponent(JSON.stringify(filter))}&range=[0,24]`
let number = 0
const name = () => `Trial ${Date.now()} ${number++}`

async function sessions({ offices: [one, other] }: Trial, print: Print): Promise<void> {
  const token = await one.signIn(root)
  must(
    (await other.call('GET', list('brand'), { token })).status === 200,
    'a session made at one server holds at the other',
  )
  must((await other.call('POST', '/logout', { token })).status < 300, 'a session can be ended at the other server')
  for (const each of [one, other])
    for (const path of [list('brand'), '/api/brand/1', '/api/me'])
      must((await each.call('GET', path, { token })).status === 403, 'an ended session is dead at once at every server')
  print('a session made at one server holds at the other, and is dead at both the moment one of them ends it')
}

/**
 * The writer reads what they wrote at both servers, while the replica stands still; somebody else is shown what the
 * replica has.
 */
async function ownWrites({ offices: [one, other], replica }: Trial, print: Print): Promise<void> {
  const [writer, reader] = [await one.signIn(root), await one.signIn(root)]
  await until(
    "a writer's reads are back on the replica",
    async () =>
      (await xacts(replica)) < (await after(() => one.call('GET', list('brand'), { token: reader }), replica)),
  )
  const before = (await one.call('GET', list('company'), { token: reader })).total
  await ask(addressOf(replica), 'select pg_wal_replay_pause()')
  try {
    const made = await one.call('POST', '/api/company', { token: writer, body: { name: name() } })
    must(made.status === 200, `a company can be made (${made.status} ${JSON.stringify(made.body)})`)
    for (const each of [one, other]) {
      const { total, body } = await each.call('GET', list('company', { id: [made.body.id] }), { token: writer })
      must(total === 1 && body[0].id === made.body.id, 'whoever saves sees it in the list at once, at both servers')
      must(
        (await each.call('GET', list('company'), { token: writer })).total === before + 1,
        "the writer's totals hold what they wrote",
      )
    }
    must(
      (await other.call('GET', list('company'), { token: reader })).total === before,
      'others are shown what the replica has, so the replica is what they read',
    )
    const late = await until('a replica that stands still is no longer read', async () => {
      await one.call('POST', '/api/company', { token: writer, body: { name: name() } })
      return (await other.call('GET', list('company'), { token: reader })).total > before
    })
    print(
      `whoever saves sees it at both servers while the replica stands still; others no longer read such a replica after ${(late / 1000).toFixed(0)} s`,
    )
  } finally {
    await ask(addressOf(replica), 'select pg_wal_replay_resume()')
  }
  const [{ count }] = (await ask<{ count: string }>(addressOf(replica), 'select 1 as count')) as [{ count: string }]
  must(Number(count) === 1, 'the replica answers')
  await until('totals of both servers agree once the replica has caught up', async () => {
    const totals = await Promise.all(
      [one, other].flatMap((each) =>
        [writer, reader].map(async (token) => (await each.call('GET', list('company'), { token })).total),
      ),
    )
    return totals.every((total) => total === totals[0] && total > before + 1)
  })
  print('totals at both servers agree again once the replica has caught up')
}

async function xacts(server: TrialProcess): Promise<number> {
  return Number(
    (
      await ask<{ sum: string }>(
        addressOf(server),
        'select sum(tup_returned + tup_fetched) as sum from pg_stat_database where datname = current_database()',
      )
    )[0]!.sum,
  )
}

async function after(work: () => Promise<unknown>, server: TrialProcess): Promise<number> {
  await work()
  return xacts(server)
}

async function onlyOnce({ offices: [one, other], primary }: Trial, print: Print): Promise<void> {
  const tokens = [await one.signIn(root), await other.signIn(root)]
  const asked = await Promise.all(
    [one, other, one, other].map((office, index) =>
      office.call('POST', '/api/job/dailyClose/run', { token: tokens[index % 2]! }),
    ),
  )
  must(
    asked.every(({ status }) => status === 200),
    `a job can be asked for at both servers (${JSON.stringify(asked.map(({ body }) => body))})`,
  )
  const url = addressOf(primary)
  await until(
    'jobs are done',
    async () =>
      (
        await ask<{ left: string }>(
          url,
          `select count(*) as left from job where state in ('waiting', 'running') and due_at <= now()`,
        )
      )[0]!.left === '0',
    60_000,
  )
  const [row] = await ask<{ again: string; together: string }>(
    url,
    `select count(*) filter (where tries > 1) as again,
    (select count(*) from job one join job other on one.kind = other.kind and one.id < other.id and (one.started_at, one.finished_at) overlaps (other.started_at, other.finished_at)) as together from job`,
  )
  must(
    row!.again === '0' && row!.together === '0',
    `each run of a job runs once, and one at a time (${JSON.stringify(row)})`,
  )
  print('a job asked for four times at two servers at once: each run once, never two together')

  const brand = await one.call('POST', '/api/brand', {
    token: tokens[0]!,
    body: { name: name(), site: 'https://trial.example', company: 1, currency: 'BRL' },
  })
  must(brand.status === 200, `a brand can be made (${JSON.stringify(brand.body)})`)
  const {
    body: { key },
  } = await one.call('POST', `/api/brand/${brand.body.id}/ingest_key`, { token: tokens[0]! })
  const batch = Array.from({ length: 500 }, (_, index) => ({
    event_id: `trial-${index}`,
    type: 'bet',
    product: 'bets',
    amount: '1.00',
    currency: 'BRL',
    occurred_at: '2026-10-20T10:00:00Z',
    player_ref: `p${index % 40}`,
  }))
  const answers = await Promise.all(
    [one, other, one, other, one, other].map((office) =>
      office.call('POST', '/ingest/events', { key: key as string, body: batch }),
    ),
  )
  must(
    answers.every(({ status }) => status === 200),
    `the same batch may be sent to both servers at once (${answers.map(({ status }) => status).join()})`,
  )
  must(answers.reduce((sum, { body }) => sum + (body.accepted as number), 0) === 500, 'each event is accepted once')
  print('one batch of 500 events sent six times to two servers at once: 500 accepted, the rest told as duplicates')

  const alike = name()
  const brands = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      [one, other][index % 2]!.call('POST', '/api/brand', {
        token: tokens[index % 2]!,
        body: { name: alike, site: 'https://trial.example', company: 1, currency: 'BRL' },
      }),
    ),
  )
  const slugs = new Set(brands.filter(({ status }) => status === 200).map(({ body }) => body.slug))
  must(
    slugs.size === brands.filter(({ status }) => status === 200).length &&
      slugs.size > 0 &&
      brands.every(({ status }) => status < 500),
    `names made at once get slugs of their own (${brands.map(({ status }) => status).join()})`,
  )
  print('ten brands of one name made at two servers at once: ten slugs, so the locks hold through the pooler')
}

/**
 * Lists and reports are asked for all the while; the replica is killed and comes back. A report that was being sent at
 * that moment is told to ask again; every other answer comes.
 */
async function replicaKilled({ offices, replica, startReplica }: Trial, print: Print): Promise<void> {
  const token = await offices[0].signIn(root)
  const report = '/api/report/affiliateActivity?from=2026-10-01&to=2026-10-31&affiliate=7'
  let [answered, isOver] = [0, false]
  const failed: string[] = []
  const lanes = offices.flatMap((office) =>
    [list('affiliate'), report].map(async (path) => {
      while (!isOver) {
        const { status } = await office.call('GET', path, { token }).catch(() => ({ status: 503 }))
        if (status === 200) answered += 1
        else failed.push(path === report && status === 503 ? 'report' : `${path} ${status}`)
      }
    }),
  )
  const enough = async (least: number) => until('lists are answered', async () => answered >= least)
  await enough(50)
  await replica.end('SIGKILL')
  await enough(answered + 100)
  const back = await startReplica()
  const before = await xacts(back)
  const took = await until('the replica is read again', async () => (await xacts(back)) > before + 20_000)
  isOver = true
  await Promise.all(lanes)
  must(
    failed.length <= offices.length && failed.every((each) => each === 'report'),
    `no list fails when the replica is killed, and a report that is being sent once at most (${failed.join()})`,
  )
  print(
    `replica killed under lists and reports: ${answered} answered, ${failed.length} reports cut off while they were sent; read again ${(took / 1000).toFixed(1)} s after its return`,
  )
}

/**
 * Looks at everything that must hold with several servers, a replica and a pooler.
 * @throws Error naming what does not
 */
export async function checkCorrectness(trial: Trial, print: Print): Promise<void> {
  await sessions(trial, print)
  await ownWrites(trial, print)
  await onlyOnce(trial, print)
  await replicaKilled(trial, print)
}
