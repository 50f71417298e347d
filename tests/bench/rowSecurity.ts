/**
 * What row-level security costs a request: one member of staff reads 100,000 affiliates (of which a half are theirs)
 * through two servers of this process on one database, one with the second fence and one without,
 * in turns. node tests/bench/rowSecurity.ts [--affiliates N] [--rounds N]
 */
import { resources } from '#resources/index.ts'
import { buildApp } from '#app/server/app.ts'
import { ensureRootUser } from '#features/accounts/server/rootUser.ts'
import { sessionDigestFunction } from '#engine/auth/server/session/readSession.ts'
import { openDatabase } from '#engine/server/database/connect.ts'
import { prepareRowSecurity } from '#engine/server/database/rowSecurity/prepareRowSecurity.ts'
import { readEnvironment } from '#engine/server/environment.ts'
import { readOptionsOrEnd } from '#cli/support/readOptions.ts'
import { startBenchDatabase } from './ingestSupport.ts'
import { median } from './loadSupport.ts'
import { fillAffiliates } from './recordsSupport.ts'

const { values: asked } = readOptionsOrEnd({ options: { affiliates: { type: 'string' }, rounds: { type: 'string' } } })
const [affiliates, rounds] = [Number(asked.affiliates ?? 100_000), Number(asked.rounds ?? 9)]
const root = { email: 'root@bench.example', password: 'Bench-Secret-1' }
const staff = { email: 'staff@bench.example', password: 'Bench-Secret-2' }
const environment = readEnvironment({
  LOG_LEVEL: 'silent',
  ROOT_EMAIL: root.email,
  ROOT_PASSWORD: root.password,
  INSTALLATION_SECRET: 'a secret of benchmarks, long enough',
})

let number = 0
const list = (filter: object) =>
  `/api/affiliate?${new URLSearchParams({ sort: '["name","ASC"]', range: '[0,24]', filter: JSON.stringify(filter) }).toString()}`
/** A day long before any record was made: it changes the question, and nothing of the answer. */
const earlyDay = () => new Date(Date.UTC(1900, 0, 1 + (number++ % 40_000))).toISOString().slice(0, 10)
const questions = [
  { what: 'one record', times: 300, path: () => `/api/affiliate/${2 + 4 * (number++ % (affiliates / 4 - 1))}` },
  { what: 'page of 25, total remembered', times: 200, path: () => list({ paymentType: 'automatic' }) },
  { what: 'list of 25, total counted each time', times: 15, path: () => list({ createdAt_gte: earlyDay() }) },
  {
    what: 'report of affiliates, no activity',
    times: 15,
    path: () => '/api/report/affiliateActivity?from=2026-01-01&to=2026-01-31',
  },
]

const bench = await startBenchDatabase()
await fillAffiliates(bench.database, affiliates)
await ensureRootUser({ database: bench.database, environment })
const fence = await prepareRowSecurity({
  url: bench.url,
  given: undefined,
  resources,
  functions: [sessionDigestFunction],
  log: (line) => void process.stderr.write(`${line}\n`),
})
const databases = [openDatabase({ url: bench.url }), openDatabase({ url: bench.url, fence })] as const
const apps = [
  await buildApp({ database: databases[0], environment }),
  await buildApp({ database: databases[1], environment }),
] as const
try {
  const ask = async (
    app: (typeof apps)[number],
    request: { method: 'GET' | 'POST'; url: string; payload?: object },
    token?: string,
  ) => {
    const answer = await app.inject({ ...request, headers: token ? { authorization: `Bearer ${token}` } : {} })
    if (answer.statusCode !== 200) throw new Error(`${request.url}: ${answer.body}`)
    return answer
  }
  const signIn = async (who: typeof root) =>
    (await ask(apps[0], { method: 'POST', url: '/login', payload: who })).json<{ accessToken: string }>().accessToken
  const user = {
    name: 'Staff',
    ...staff,
    passwordConfirmation: staff.password,
    company: 1,
    allowedBrands: [1, 3],
    roles: ['affiliate', 'activityPerAffiliate'],
    profile: 'Manager',
    language: 'en',
  }
  await ask(apps[0], { method: 'POST', url: '/api/user', payload: user }, await signIn(root))
  const token = await signIn(staff)
  for (const { what, times, path } of questions) {
    const taken: [number[], number[]] = [[], []]
    for (let round = -1; round < rounds; round += 1) {
      for (const place of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const begun = performance.now()
        for (let time = 0; time < times; time += 1) await ask(apps[place], { method: 'GET', url: path() }, token)
        if (round >= 0) taken[place].push((performance.now() - begun) / times)
      }
    }
    const [without, behind] = taken.map(median) as [number, number]
    process.stdout.write(
      `${what}: ${without.toFixed(2)} ms without, ${behind.toFixed(2)} ms with the fence, ratio ${(behind / without).toFixed(2)}\n`,
    )
  }
} finally {
  for (const app of apps) await app.close()
  for (const database of databases) await database.close()
  await bench.stop()
}
