import diagnostics from 'node:diagnostics_channel'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reports } from '#resources/reports/index.ts'
import { contextOf, makeFiles } from '#tests/features/reporting/server/downloads/support.ts'
import { citusViews } from '#tests/support/citus.ts'
import { ownerReads, recordOwnerReads } from './rowSecurity/ownerReads.ts'
import { type Fence, fenceOf, goneRoutes } from './rowSecurity/routes.ts'
import { tableFences } from './rowSecurity/tables.ts'
import { type FenceWorld, openFenceWorld, type Reader, secretsOf, type Side } from './rowSecurity/world.ts'

/*
 * Nobody reads across a fence. Every route of the server is asked by everybody for everything; what other companies,
 * other brands and other partners have is marked, and no mark may come back. A
 * route or table that nobody has said anything of fails here: see fence/routes.ts and fence/tables.ts for the one line
 * it needs.
 */

let world: FenceWorld

/** What an affiliate's own session is answered at all; of everything else it is refused, and a new route with it. */
const openToAffiliates: ReadonlySet<string> = new Set([
  'GET /api/action',
  'GET /api/action/:id',
  'GET /api/action/:id/note',
  'GET /api/affiliate',
  'GET /api/affiliate/:id',
  'GET /api/affiliate/:id/access_change',
  'GET /api/affiliate/:id/access_key',
  'GET /api/affiliate/:id/access_key/scope',
  'GET /api/affiliateSite',
  'GET /api/affiliateSite/:id',
  'GET /api/affiliate/:id/note',
  'GET /api/brand',
  'GET /api/campaign',
  'GET /api/entry',
  'GET /api/entry/:id',
  'GET /api/entry/:id/explain',
  'GET /api/entry/:id/note',
  'GET /api/me',
  'GET /api/pastPayment',
  'GET /api/payment',
  'GET /api/portal/deal',
  'GET /api/portal/history',
  'GET /api/portal/invoice',
  'POST /api/portal/invoice',
  'GET /api/portal/media',
  'GET /api/portal/mfa',
  'GET /api/brand/freshness',
  'GET /api/portal/overview',
  'GET /api/portal/payment/:id/invoice',
  'GET /api/portal/site/:id/decision',
  'GET /api/promoCode',
  'GET /api/promoCode/:id',
  'GET /api/portal/questions',
  'GET /api/report/:name',
  'GET /api/session',
  'GET /api/signalDelivery',
  'GET /api/signalDelivery/:id',
  'GET /api/signalTarget',
  'GET /api/statement/affiliate/:id',
  'GET /api/statement/affiliate/:id/document',
  'GET /api/statement/affiliate/:id/proof',
  'GET /api/statement/affiliate/:id/workbook',
  'GET /api/termsAcceptance',
  'GET /api/termsAcceptance/:id',
  'POST /api/action/:id/note',
  'POST /api/affiliate/:id/language',
  'POST /api/affiliate/:id/note',
  'POST /api/entry/:id/note',
  'POST /api/portal/questions/seen',
])
const routes = new Set<string>()

interface AddedRoute {
  readonly method: string | readonly string[]
  readonly url: string
}
const collect = (message: unknown) => {
  const { fastify } = message as { fastify: { addHook(name: 'onRoute', hook: (route: AddedRoute) => void): void } }
  fastify.addHook('onRoute', ({ method, url }) =>
    [method]
      .flat()
      .filter((each) => each !== 'HEAD' && each !== 'OPTIONS')
      .forEach((each) => routes.add(`${each} ${url}`)),
  )
}

beforeAll(async () => {
  diagnostics.subscribe('fastify.initialization', collect)
  world = await openFenceWorld()
  diagnostics.unsubscribe('fastify.initialization', collect)
}, 120_000)
afterAll(() => world.office.close())

/** What a packed file holds, as text. */
function unpacked(bytes: Buffer): string {
  const texts: string[] = []
  for (
    let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')
  ) {
    const [method, size, local] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ]
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
    const data = bytes.subarray(start, start + size)
    texts.push((method === 0 ? data : inflateRawSync(data)).toString('utf8'))
  }
  return texts.join('\n')
}

interface Asked {
  readonly status: number
  readonly text: string
}

async function ask(reader: Reader, method: string, url: string, body?: unknown): Promise<Asked> {
  const headers: Record<string, string> = reader.client.token ? { authorization: `Bearer ${reader.client.token}` } : {}
  const asked = reader.key && url.startsWith('/api/report/') ? `${url}&${reader.key.name}=${reader.key.value}` : url
  const answer = await world.office.app.inject({
    method: method as 'GET',
    url: asked,
    headers,
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const isPacked = answer.rawPayload.subarray(0, 2).toString('latin1') === 'PK'
  return { status: answer.statusCode, text: isPacked ? unpacked(answer.rawPayload) : answer.body }
}

/** Whether a text stands in another by itself: an amount not inside a longer number. */
function holds(text: string, secret: string): boolean {
  if (!/^[\d.]+$/.test(secret)) return text.includes(secret)
  const zeros = secret.includes('.') ? '0*' : '(?:\\.0+)?'
  return new RegExp(`(?<![\\d.])${secret.replace('.', '\\.')}${zeros}(?!\\d)`).test(text)
}

function foundIn(reader: Reader, text: string): string[] {
  const secrets = [...new Set([...reader.foreign.flatMap(secretsOf), ...(reader.secrets ?? [])])]
  return secrets.filter((secret) => holds(text, secret))
}

/** Ids of an entity's records that are foreign to a reader. */
async function foreignIds(entity: string, sides: readonly Side[]): Promise<number[]> {
  if (entity === 'entry' || entity === 'payment') {
    const affiliates = sides.map((side) => world.planted[side].affiliate!.id)
    const { rows } = await sql<{ id: number }>`select id from ${sql.table(entity)}
      where affiliate = any(${`{${affiliates.join(',')}}`}::text::bigint[])`.execute(world.office.database.db)
    return rows.map(({ id }) => id)
  }
  if (entity === 'activityLog') {
    // Root made the world: its lines are nobody else's.
    return (
      await sql<{ id: number }>`select id from activity_log where operation = 'create' order by id limit 20`.execute(
        world.office.database.db,
      )
    ).rows.map(({ id }) => id)
  }
  // Rules belong to companies: the other brand of one's own has none of its own.
  const isOfCompany = ['reward', 'rewardProfile', 'partnerLevel', 'user', 'period', 'correction'].includes(entity)
  const foreign = isOfCompany && !sides.includes('one') ? sides.filter((side) => side === 'other') : sides
  return foreign.flatMap((side) => world.planted[side][entity]?.id ?? [])
}

async function leaksOf(reader: Reader, route: string, fence: Fence): Promise<string[]> {
  const [method, url] = route.split(' ') as [string, string]
  const leaks: string[] = []
  const look = async (path: string, body?: unknown, mustRefuse = false) => {
    const { status, text } = await ask(reader, method, path, body)
    const found = foundIn(reader, text)
    if (found.length > 0) leaks.push(`${method} ${path} tells ${found.join(', ')}`)
    if (mustRefuse && status === 200) leaks.push(`${method} ${path} was done`)
    if (status >= 500) leaks.push(`${method} ${path} failed with ${status}`)
  }
  if (fence.kind === 'said') await look(url, fence.body)
  if (fence.kind === 'refused') {
    for (const id of await foreignIds(fence.entity, reader.foreign))
      await look(
        url.replace(':id', String(id)).replace(/:\w+/, '1'),
        method === 'DELETE' ? undefined : (fence.body ?? undefined),
        true,
      )
  }
  if (fence.kind === 'walk') {
    const ids = fence.entity ? await foreignIds(fence.entity, reader.foreign) : []
    // What is shared is asked for as well: of that a reader sees a part.
    if (fence.entity === 'entry')
      ids.push(
        ...(await sql<{ id: number }>`select id from entry`.execute(world.office.database.db)).rows.map(({ id }) => id),
      )
    if (fence.entity === 'affiliate') ids.push(world.shared.id)
    const paths = fence.paths.flatMap((path) =>
      path.includes(':foreign') ? ids.map((id) => path.replace(':foreign', String(id))) : [path],
    )
    for (const path of paths) await look(path)
  }
  return leaks
}

describe('the walk knows', () => {
  test('every route, and none that is gone', () => {
    expect([...routes].filter((route) => fenceOf(route) === null)).toEqual([])
    expect(goneRoutes([...routes])).toEqual([])
  })

  test('every table, by a column that is there', async () => {
    const { rows } = await sql<{
      name: string
      columns: string[]
    }>`select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = 'public' group by 1 order by 1`.execute(world.office.database.db)
    const own = rows.filter(
      ({ name }) => !/^(?:event|click|event_identity)_\d/.test(name) && !citusViews.includes(name),
    )
    const unknown = own.filter(({ name, columns }) => {
      const fence = tableFences[name]
      return fence === undefined || (typeof fence !== 'string' && !fence.some((column) => columns.includes(column)))
    })
    expect(unknown.map(({ name, columns }) => `${name} (${columns.join(', ')})`)).toEqual([])
    expect(Object.keys(tableFences).filter((name) => !own.some((table) => table.name === name))).toEqual([])
  })

  test('marks that are there to be found: root finds each', async () => {
    const root: Reader = { name: 'root', client: world.office.root, foreign: ['two', 'other'] }
    const texts = [
      await ask(root, 'GET', '/api/brand'),
      await ask(root, 'GET', '/api/entry'),
      await ask(root, 'GET', '/api/report/affiliates?from=2026-01-01&to=2026-01-31'),
    ]
    expect(foundIn(root, texts.map(({ text }) => text).join('\n'))).toEqual(
      expect.arrayContaining(['FENCETWO', 'FENCEOTHER', '7777.13', '2666.5', '6666.17']),
    )
  })
})

describe('the second fence', () => {
  test('stands before every read of who is signed in, but for those that are listed', async () => {
    const reader = world.readers[0]!
    const recorded = recordOwnerReads(world.office.database)
    const found: string[] = []
    for (const route of [...routes]
      .filter((each) => each.startsWith('GET /api/') || each.startsWith('GET /action/'))
      // It goes on until it is ended; what it tells whom is asked in tests/engine/live/server.
      .filter((each) => each !== 'GET /api/live')
      .sort()) {
      const fence = fenceOf(route)
      const own = fence?.kind === 'walk' && fence.entity ? (world.planted.one[fence.entity]?.id ?? 1) : 1
      const url = route.slice('GET '.length)
      const paths =
        fence?.kind === 'walk'
          ? fence.paths.map((path) => path.replace(':foreign', String(own)))
          : [url.replace(/:\w+/g, '1').replace('*', 'none')]
      const statements = await recorded.during(async () => {
        for (const path of paths) await ask(reader, 'GET', path)
      })
      if (statements.length > 0) found.push(route)
    }
    recorded.end()
    expect(found.filter((route) => ownerReads[route] === undefined)).toEqual([])
    // Some of those listed find nothing in this world to read; that the others are noticed shows that a new one is.
    expect(found.length).toBeGreaterThan(12)
    expect(Object.keys(ownerReads).filter((route) => !routes.has(route))).toEqual([])
  }, 120_000)
})

describe('nothing foreign is told', () => {
  test.each([
    'a manager of the first brand',
    'a manager of another company',
    'somebody tied to a partner',
    'a partner of the first brand',
    'an affiliate of the first brand',
    'an affiliate of the first brand by its key',
    'a partner of the first brand by its key',
    'nobody',
  ])(
    'to %s',
    async (name) => {
      const reader = world.readers.find((each) => each.name === name)!
      const leaks: string[] = []
      for (const route of [...routes].sort())
        leaks.push(...(await leaksOf(reader, route, fenceOf(route) ?? { kind: 'open', why: '' })))
      expect(leaks).toEqual([])
    },
    240_000,
  )

  test("to an affiliate's own session by any route that is not declared for it, whatever it asks for", async () => {
    const reader = world.readers.find(({ name }) => name === 'an affiliate of the first brand')!
    const { db } = world.office.database
    const neighbours = await sql<{ id: number }>`select id from entry where affiliate = ${world.next.id}`.execute(db)
    const ids = [world.next.id, world.nextLink.id, world.planted.one.affiliate!.id, neighbours.rows[0]!.id]
    const answered = new Set<string>()
    const told: string[] = []
    for (const route of [...routes].sort()) {
      const fence = fenceOf(route)
      if (fence?.kind === 'open' || (fence?.kind === 'own' && !route.includes('/api/'))) continue
      const [method, url] = route.split(' ') as [string, string]
      if (/^(?:POST|DELETE) .*\/session/.test(route) || url === '/metrics' || url === '/openapi.json') continue
      const body = method === 'GET' || method === 'DELETE' ? undefined : fence && 'body' in fence ? fence.body : {}
      // Nobody asks for so much in a minute: what is counted is not what is asked here.
      await sql`delete from throttle`.execute(db)
      const paths = [...(fence?.kind === 'walk' ? fence.paths : [url]), ...(url.includes('/:id') ? [url] : [])].flatMap(
        (path) => ids.map((id) => path.replace(/:(?:foreign|id)/, String(id)).replace(/:\w+/g, '1')),
      )
      for (const path of new Set(paths)) {
        const { status, text } = await ask(reader, method, path, body ?? undefined)
        if (status < 400) answered.add(route)
        const found = foundIn(reader, text)
        if (found.length > 0 || status >= 500) told.push(`${method} ${path} ${status} ${found.join(', ')}`)
      }
    }
    // An invoice that was written for its own payment, which no other id names.
    const { rows: billed } = await sql<{ id: number }>`with made as (
        insert into payment (affiliate, value, currency, method, state)
          values (${world.planted.one.affiliate!.id}, 1, 'BRL', 'automatic', 'rejected') returning id)
      insert into invoice (owner_kind, owner, currency, number, payment, entered_at, entered_by, issued_on, is_self_billed)
        select 'affiliate', ${world.planted.one.affiliate!.id}, 'BRL', 'SB-A0-1', id, now(), 'Company', '2026-01-01', true
          from made returning payment as id`.execute(db)
    const invoice = await ask(reader, 'GET', `/api/portal/payment/${billed[0]!.id}/invoice`)
    expect([invoice.status, foundIn(reader, invoice.text)]).toEqual([200, []])
    answered.add('GET /api/portal/payment/:id/invoice')
    expect(told).toEqual([])
    expect([...answered].filter((route) => !openToAffiliates.has(route))).toEqual([])
    expect([...openToAffiliates].filter((route) => !answered.has(route))).toEqual([])
  }, 120_000)

  test("by a rule of one's own that is tried on those who work for others as well", async () => {
    const [reader] = world.readers
    const [profile, reward] = [world.planted.one.rewardProfile!.id, world.planted.one.reward!.id]
    for (const path of [`/api/rewardProfile/${profile}/what_if`, `/api/reward/${reward}/what_if`]) {
      const { status, text } = await ask(reader!, 'POST', path, { month: '2026-01', values: {} })
      expect([status, foundIn(reader!, text)]).toEqual([200, []])
      expect(JSON.parse(text)).toMatchObject({ isPartial: true, then: 666.72, now: 666.72 })
    }
  })

  test('by a key that opens nothing: what its owner may read is there to be found', async () => {
    const byKey = world.readers.filter(({ key }) => key)
    const texts = await Promise.all(
      byKey.map(async (reader) => (await ask(reader, 'GET', '/api/report/cpa?from=2026-01-01&to=2026-01-31')).status),
    )
    expect(texts).toEqual([200, 200])
    const own = await ask(byKey[0]!, 'GET', '/api/report/affiliateDetail?from=2026-01-01&to=2026-01-31')
    expect([own.status, holds(own.text, '1111.19')]).toEqual([200, true])
  })

  test("of what others keep for themselves: files, plans and views are their owner's alone, root's neither", async () => {
    const root: Reader = { name: 'root', client: world.office.root, foreign: [] }
    const done: string[] = []
    for (const { reader: owner, download, schedule, views } of world.kept) {
      const calls = [
        ['GET', `/api/me/downloads/${download}`],
        ['POST', `/api/me/downloads/${download}/cancel`],
        ['POST', `/api/me/downloads/${download}/retry`],
        ['DELETE', `/api/me/downloads/${download}`],
        ['PUT', `/api/me/schedules/${schedule}`],
        ['POST', `/api/me/schedules/${schedule}/pause`],
        ['POST', `/api/me/schedules/${schedule}/resume`],
        ['DELETE', `/api/me/schedules/${schedule}`],
        ...views.map((id) => ['DELETE', `/api/me/view/${id}`]),
      ] as [string, string][]
      for (const reader of [root, ...world.readers].filter(({ name }) => name !== owner)) {
        for (const [method, url] of calls) {
          const { status, text } = await ask(reader, method, url, method === 'PUT' ? { name: 'Mine' } : undefined)
          if (![400, 401, 403, 404].includes(status) || foundIn(reader, text).length > 0)
            done.push(`${reader.name}: ${method} ${url} ${status}`)
        }
      }
      const mine = world.readers.find(({ name }) => name === owner)!
      const listed = await Promise.all(
        [
          '/api/me/downloads',
          '/api/me/schedules',
          '/api/me/view?report=affiliateActivity',
          '/api/me/view?list=affiliate',
        ].map((url) => ask(mine, 'GET', url)),
      )
      expect(
        listed.map(({ text }) => text.includes('"id":')),
        owner,
      ).toEqual([true, true, true, true])
    }
    expect(done).toEqual([])
  })

  test('in the files of reports that a job makes', async () => {
    const { office, readers } = world
    const ordered: { reader: Reader; id: number }[] = []
    const reader = readers[0]!
    for (const report of Object.keys(reports).filter((name) => name !== 'dashboard')) {
      const body = { report, query: 'from=2026-01-01&to=2026-01-31', format: 'xlsx', language: 'en' }
      const answer = await reader.client.post('/api/me/downloads', body)
      if (answer.status === 200) ordered.push({ reader, id: answer.body.id as number })
    }
    expect(ordered.length).toBeGreaterThan(5)
    for (let made = 0; made < ordered.length; made += 1) await makeFiles(contextOf(office, () => new Date()))
    for (const { id } of ordered) {
      const { status, text } = await ask(reader, 'GET', `/api/me/downloads/${id}`)
      expect([status, foundIn(reader, text)]).toEqual([200, []])
    }
  }, 120_000)
})
