import { sql } from 'kysely'
import { roleKeys } from '#resources/roles.ts'
import { lockPayment } from '#features/payouts/server/payments/payment.ts'
import { applyGatewayResult } from '#features/payouts/server/disbursement/applyGatewayResult.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { buildStaff, type BuiltRecord } from '#tests/support/builders.ts'
import type { Answer, Client } from '#tests/support/office.ts'
import type { Numbers } from './numbers.ts'
import { presentMoment, type Programme } from './programme.ts'

/** One thing that may happen, and how often beside the others. */
type Way = readonly [weight: number, name: string, does: () => Promise<unknown>]

/** Two people of a company, of whom one asks and the other approves. */
type Pair = readonly [Client, Client]

/** Everything that may happen, in an office of its own. */
export interface HistorySteps {
  readonly ways: readonly Way[]
  /** How often something was done, and how often it was refused and why. */
  readonly counts: ReadonlyMap<string, number>
}

interface Happening {
  readonly programme: Programme
  readonly numbers: Numbers
  /** Of each company. */
  readonly pairs: readonly Pair[]
  /** Sends what may be refused, but never fails; it is counted. @returns the answer, null where it was refused */
  ask(name: string, answer: Promise<Answer>): Promise<Answer | null>
  run(statement: ReturnType<typeof sql>): Promise<unknown>
}

const types = [
  'click',
  'registration',
  'deposit',
  'deposit',
  'bet',
  'bet',
  'bet',
  'win',
  'bonus',
  'chargeback',
] as const
const ofProduct: readonly string[] = ['bet', 'win', 'bonus', 'chargeback']

function activityWays({ programme, numbers }: Happening): Way[] {
  const { below, oneOf, day, amount } = numbers
  const lost = () => `lost-${below(8)}`
  const event = () => {
    const type = oneOf(types)
    return {
      link: oneOf(programme.links),
      type,
      day: day(),
      player: `history-${below(12)}`,
      ...(ofProduct.includes(type) ? { product: oneOf(['bets', 'games', 'lotto']) } : {}),
      ...(['click', 'registration'].includes(type) ? {} : { amount: amount() }),
    }
  }
  const ofNobody = () => {
    const link = { ...oneOf(programme.links), token: `nobody-${below(1e6)}` }
    return programme.send([{ link, type: 'deposit', day: day(), player: lost(), amount: amount() }])
  }
  const registers = () =>
    programme.send([{ link: oneOf(programme.links), type: 'registration', day: day(), player: lost() }])
  const close = () => {
    const [from, to] = [day(), day()].toSorted()
    return programme.closeDays(from!, to)
  }
  return [
    [8, 'events', () => programme.send(Array.from({ length: 1 + below(6) }, event))],
    [2, 'events of nobody', ofNobody],
    [2, 'a lost player registers', registers],
    [5, 'close', close],
    [2, 'close all', () => programme.closeDays('2030-05-01', '2030-05-28')],
  ]
}

function ruleWays({ programme, numbers, run }: Happening): Way[] {
  const { root, affiliates, partners } = programme
  const { next, below, oneOf, day } = numbers
  const own = affiliates.slice(0, 4)
  const name = () => ({ name: `Name ${below(100)}` })
  return [
    [
      2,
      'move affiliate',
      () => root.put(`/api/affiliate/${oneOf(own).id}`, { partner: oneOf([...partners.map(({ id }) => id), null]) }),
    ],
    [
      2,
      'move in the past',
      () =>
        run(sql`update affiliate_history set partner = ${oneOf(partners).id}
          where id = (select max(id) from affiliate_history where record = ${oneOf(own).id})`),
    ],
    [
      1,
      'move partner',
      () =>
        run(sql`update partner_history set parent = ${oneOf([partners[0]!.id, partners[3]!.id])}
          where record = ${partners[1]!.id}`),
    ],
    [
      2,
      'rule',
      () =>
        run(sql`update reward_history set percentage = ${below(60)}
          where record = (select id from reward where percentage is not null
            order by md5(id::text || ${below(9)}::text) limit 1)`),
    ],
    [1, 'rename', () => root.put(`/api/affiliate/${oneOf(affiliates).id}`, name())],
    [1, 'rename partner', () => root.put(`/api/partner/${oneOf(partners).id}`, name())],
    [
      1,
      'rate',
      () =>
        run(sql`insert into rate (from_currency, to_currency, day, rate, source)
          values ('USD', 'BRL', ${day()}::text::date, ${(4 + next()).toFixed(4)}::numeric, 'test')
          on conflict (from_currency, to_currency, day) do update set rate = excluded.rate`),
    ],
  ]
}

/** A deal that was typed wrong, read otherwise from a past day on: asked for by one, approved by another. */
function correctionWays({ programme, numbers, pairs, ask }: Happening): Way[] {
  const { affiliates, partners, database } = programme
  const { below, oneOf, day } = numbers
  const reward = async () => {
    const { rows } = await sql<{
      id: number
      is_percentage: boolean
    }>`select id, percentage is not null as is_percentage
      from reward where company = ${programme.companies[0]!.id}
      order by md5(id::text || ${below(9)}::text) limit 1`.execute(database.db)
    const { id, is_percentage: isPercentage } = rows[0]!
    return { object: 'reward', id, values: isPercentage ? { percentage: below(60) } : { value: 5 * below(10) } }
  }
  const what = [
    reward,
    reward,
    async () => {
      const values = { partner: oneOf([...partners.map(({ id }) => id), null]) }
      return { object: 'affiliate', id: oneOf(affiliates.slice(0, 4)).id, values }
    },
    async () => ({ object: 'partner', id: oneOf(partners).id, values: { percentage: below(40) } }),
    async () => ({
      object: 'partner',
      id: partners[1]!.id,
      values: { parent: oneOf([partners[0]!.id, partners[3]!.id]) },
    }),
  ]
  const [asker, approver] = pairs[0]!
  const propose = async () =>
    ask('correct', asker.post('/api/correction', { ...(await oneOf(what)()), validFrom: day(), reason: 'Typed wrong' }))
  const approve = async (id: unknown) => {
    const { digest } = (await approver.get(`/api/correction/${id}/preview`)).body
    return ask('approve correction', approver.post(`/api/correction/${id}/approve`, { digest }))
  }
  const decide = async () => {
    const { rows } = await sql<{ id: number }>`select id from correction where state = 'waiting'
      order by id limit 1`.execute(database.db)
    if (!rows[0]) return
    const { id } = rows[0]
    if (below(3) === 0)
      return ask('decline correction', approver.post(`/api/correction/${id}/decline`, { reason: 'No' }))
    if (await approve(id)) return
    await ask('look at a correction again', approver.post(`/api/correction/${id}/preview`, {}))
    await approve(id)
  }
  return [
    [
      2,
      'correct at once',
      async () => {
        const asked = await propose()
        if (asked) await approve(asked.body.id)
      },
    ],
    [1, 'ask for a correction', propose],
    [1, 'decide on a correction', decide],
  ]
}

/** Amounts that people say somebody is due, or owes; and payments of any kind, which come back or not. */
function moneyWays({ programme, numbers, pairs, ask, run }: Happening): Way[] {
  const { affiliates, partners, database, root } = programme
  const { next, below, oneOf, day } = numbers
  const owner = () =>
    below(3) > 0 ? { kind: 'affiliate', id: oneOf(affiliates).id } : { kind: 'partner', id: oneOf(partners).id }
  const currency = () => oneOf(['BRL', 'BRL', 'USD'])
  const once = () => ({ 'idempotency-key': `step-${next()}` })
  const waiting = () =>
    sql<{ id: number }>`select id from entry where status = 'awaiting_approval' order by id limit 1`.execute(
      database.db,
    )
  const pairOf = async (id: number) => {
    const { rows } = await sql<{ company: number }>`select coalesce(affiliate.company, partner.company) as company
      from entry left join affiliate on affiliate.id = entry.affiliate left join partner on partner.id = entry.partner
      where entry.id = ${id}`.execute(database.db)
    return pairs[rows[0]!.company === programme.companies[0]!.id ? 0 : 1]!
  }
  const propose = () => {
    const { kind, id } = owner()
    const pair = pairs[id === affiliates[4]!.id && kind === 'affiliate' ? 1 : 0]!
    const isAdvance = below(4) === 0
    const value = isAdvance ? 1 + below(90) : below(400) / 2 - 100 || 1
    const order = { [kind]: id, day: day(), currency: currency(), value, kind: isAdvance ? 'advance' : 'adjustment' }
    return ask('adjust', pair[0].post('/api/entry', { ...order, reason: 'Settled wrong' }))
  }
  const decide = async (id: number) => {
    const [, approver] = await pairOf(id)
    return below(4) === 0
      ? ask('decline adjustment', approver.post(`/api/entry/${id}/decline`, { reason: 'No' }))
      : ask('approve adjustment', approver.post(`/api/entry/${id}/approve`, {}))
  }
  const paidAt = '2030-06-10T12:00:00Z'
  const byHand = () => ({ paidAt, reference: `R${below(1e6)}`, currency: currency() })
  const pay = (name: string, way: string, order: object) => ask(name, root.post(`/api/payment/${way}`, order, once()))
  const hand = (name: string, more: object) => {
    const { kind, id } = owner()
    return pay(name, `${kind}/${id}/manual`, { ...byHand(), ...more })
  }
  const payRun = async () => {
    const { rows } = await sql<{ kind: string; id: number; currency: string; value: string }>`
      select case when affiliate is null then 'partner' else 'affiliate' end as kind, coalesce(affiliate, partner) as id,
        currency, sum(value) as value
      from entry where status = 'pending' and not exists (select from payment_entry
        where payment_entry.entry = entry.id and holds) group by 1, 2, 3 having sum(value) > 0
      order by md5(currency || sum(value)::text) limit 3`.execute(database.db)
    if (rows.length === 0) return
    const method = oneOf(['manual', 'automatic'])
    const payees = rows.map(({ value, ...row }) => ({ ...row, value: Number(value), method }))
    const answer = await pay('pay a run', 'run', {
      payees,
      ...(method === 'manual' ? { paidAt, reference: `R${below(1e6)}` } : {}),
    })
    return answer
  }
  const entries = async () => {
    const { rows } = await sql<{ id: number }>`select id from entry where status = 'pending'
      order by md5(id::text || ${below(9)}::text) limit ${1 + below(3)}`.execute(database.db)
    if (rows.length > 0)
      await ask(
        'pay entries',
        root.post('/api/entry/payment', { ids: rows.map(({ id }) => id), paidAt, reference: `R${below(1e6)}` }, once()),
      )
  }
  const hear = async () => {
    const { rows } = await sql<{ id: number }>`select id from payment where state not in ('rejected', 'returned')
      order by md5(id::text || ${below(9)}::text) limit 1`.execute(database.db)
    if (!rows[0]) return
    const reason = { code: 'unreachable' } as const
    const kind = oneOf(['settled', 'refused', 'returned', 'unknown'] as const)
    const answer = kind === 'refused' ? { kind, reason, isTransient: false } : { kind, reason }
    await inTransaction(database.db, async (db) =>
      applyGatewayResult(
        { db, actor: systemActor('test'), at: presentMoment, zone: 'UTC' },
        (await lockPayment(db, rows[0]!))!,
        answer as Parameters<typeof applyGatewayResult>[2],
      ),
    )
  }
  return [
    [
      2,
      'adjust at once',
      async () => {
        const asked = await propose()
        if (asked) await decide(asked.body.id as number)
      },
    ],
    [1, 'ask for an adjustment', propose],
    [
      1,
      'decide on an adjustment',
      async () => {
        const { rows } = await waiting()
        if (rows[0]) await decide(rows[0].id)
      },
    ],
    [2, 'pay by hand', () => hand('pay by hand', {})],
    [2, 'pay a part by hand', () => hand('pay a part by hand', { amount: 1 + below(40) })],
    [
      2,
      'pay',
      () => {
        const { kind, id } = owner()
        return pay('pay', `${kind}/${id}`, { currency: currency() })
      },
    ],
    [
      1,
      'pay a part',
      () => {
        const { kind, id } = owner()
        return pay('pay a part', `${kind}/${id}`, { currency: currency(), amount: 1 + below(40) })
      },
    ],
    [2, 'pay a run', payRun],
    [1, 'pay entries', entries],
    [3, 'hear of a payment', hear],
    [
      2,
      'another key',
      () => {
        const { kind, id } = owner()
        const automatic = {
          paymentType: 'automatic',
          paymentKeyType: 'email',
          paymentKey: `key${below(1e6)}@example.com`,
        }
        const isByHand = below(3) === 0
        const name = isByHand ? 'paid by hand from now on' : 'another key'
        return ask(name, root.put(`/api/${kind}/${id}`, isByHand ? { paymentType: 'manual' } : automatic))
      },
    ],
    [
      1,
      'entry complete',
      async () => {
        const { rows } = await sql<{ id: number }>`select id from entry where status = 'pending' and value > 0
          order by md5(id::text || ${below(9)}::text) limit 1`.execute(database.db)
        if (rows[0])
          await run(sql`update entry set status = 'complete' where id = ${rows[0].id}
            and not exists (select from payment_entry where entry = ${rows[0].id} and holds)`)
      },
    ],
  ]
}

const acceptable = [
  'days_never_closed',
  'days_changed',
  'stopped_owners',
  'awaiting_adjustments',
  'awaiting_corrections',
]

/** Periods are checked by one, locked by another, and opened again. */
function periodWays({ programme, numbers, pairs, ask }: Happening): Way[] {
  const { oneOf } = numbers
  const period = async (state: readonly string[]) => {
    const { rows } = await sql<{ id: number; company: number }>`select id, company from period
      where state = any(string_to_array(${state.join(',')}, ',')) order by id`.execute(programme.database.db)
    if (rows.length === 0) return null
    const { id, company } = oneOf(rows)
    return { id, pair: pairs[company === programme.companies[0]!.id ? 0 : 1]! }
  }
  const lock = async () => {
    const found = await period(['open', 'checked'])
    if (!found) return
    const { id, pair } = found
    if (await ask('check', pair[0].post(`/api/period/${id}/check`, { accept: acceptable })))
      await ask('lock', pair[1].post(`/api/period/${id}/lock`, {}))
  }
  const reopen = async () => {
    const found = await period(['locked'])
    if (found) await ask('reopen', found.pair[0].post(`/api/period/${found.id}/reopen`, { reason: 'Looked wrong' }))
  }
  return [
    [2, 'lock', lock],
    [1, 'reopen', reopen],
  ]
}

async function buildPairs({ app, root, companies, brands }: Programme): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (const { id: company } of companies) {
    const allowedBrands = brands.filter((brand) => brand.company === company).map(({ id }) => id)
    const rights = { company, allowedBrands, roles: [...roleKeys] }
    pairs.push([await buildStaff(app, root, rights), await buildStaff(app, root, rights)])
  }
  return pairs
}

/** Whoever is paid by a gateway needs a key. */
async function giveKeys({ root, affiliates, partners }: Programme): Promise<void> {
  const key = (id: number) => ({
    paymentType: 'automatic',
    paymentKeyType: 'email',
    paymentKey: `own${id}@example.com`,
  })
  const give = async (kind: string, { id }: BuiltRecord) => {
    const { status, body } = await root.put(`/api/${kind}/${id}`, key(id))
    if (status !== 200) throw new Error(`No key: ${JSON.stringify(body)}`)
  }
  for (const affiliate of affiliates) await give('affiliate', affiliate)
  for (const partner of partners) await give('partner', partner)
}

/** Prepares an office for a history, and says what may happen in it. */
export async function historySteps(programme: Programme, numbers: Numbers): Promise<HistorySteps> {
  const { database } = programme
  await giveKeys(programme)
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const happening: Happening = {
    programme,
    numbers,
    pairs: await buildPairs(programme),
    async ask(name, sent) {
      const answer = await sent
      if (answer.status >= 500) throw new Error(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`)
      count(answer.status === 200 ? name : `${name}: ${answer.body.code}`)
      return answer.status === 200 ? answer : null
    },
    run: (statement) => statement.execute(database.db),
  }
  await sql`insert into period (company, "from", "to", state)
    select company.id, "from"::date, "to"::date, 'open' from company cross join (values
      ('2030-05-01', '2030-05-10'), ('2030-05-11', '2030-05-20')) days ("from", "to")
    where company.id = any(string_to_array(${programme.companies.map(({ id }) => id).join(',')}, ',')::bigint[])`.execute(
    database.db,
  )
  const ways = [activityWays, ruleWays, correctionWays, moneyWays, periodWays].flatMap((each) => each(happening))
  return { ways, counts }
}
