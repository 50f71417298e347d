import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TestGateway } from '#tests/support/gateway.ts'
import type { Database } from '#engine/server/database/connect.ts'
import { Decimal, type Money, negated, roundMoney, sumMoney } from '#engine/values/money.ts'
import { startServerVictim } from './serverProcess.ts'
import type { KillWorld } from './activity.ts'

const finishLimitMs = 600_000
/** No round is killed later than this, however long the first one took. */
const killAfterMaxMs = 30_000

/** What is killed, and where its payouts go. */
export interface PayoutScene {
  readonly environment: Record<string, string>
  readonly database: Database
  readonly gateway: TestGateway
  readonly world: KillWorld
}

/** Makes owners like the first affiliate of the world, each with a key of its own. */
async function makeOwners({ database, world }: PayoutScene, count: number): Promise<void> {
  const first = world.affiliates[0]!.id
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'affiliate' and table_schema = current_schema() and is_generated = 'NEVER'
      and is_identity = 'NO'
      and column_name not in ('id', 'name', 'cpf', 'document', 'email', 'token', 'payment_key')`.execute(database.db)
  const same = sql.join(rows.map(({ name }) => sql.id(name)))
  await sql`insert into affiliate (name, cpf, document, email, token, payment_key, ${same})
    select 'Payee ' || n, lpad(n::text, 11, '0'), lpad(n::text, 11, '0'), 'payee' || n || '@kill.example',
      'payee' || n, 'payee' || n || '@kill.example', ${same} from affiliate, generate_series(1, ${count}::integer) n
    where affiliate.id = ${first}`.execute(database.db)
}

/** What is kept back of a payment of these owners, in percent: an example, and no law. */
const taxPercent = 7.5

/** Loads a table by which every payment is taxed. */
async function addTaxes({ database }: PayoutScene): Promise<void> {
  const brackets = JSON.stringify([{ from: 0, rate: taxPercent, deduct: 0 }])
  await sql`insert into tax_table (company, tax, owner_kind, currency, day, brackets, source)
    select distinct company, 'irrf', document_type, 'BRL', date '2000-01-01', ${brackets}::text::jsonb, 'An example'
    from affiliate where document_type in ('cpf', 'cnpj')`.execute(database.db)
}

/** Gives whoever has nothing pending an amount of its own. @returns how many */
async function addEntries({ database }: PayoutScene, round: number): Promise<number> {
  const { rows } = await sql`insert into entry (day, affiliate, kind, value, currency, status, payment_method)
    select current_date - 1000 + ${round}::integer, affiliate.id, 'commission',
      1 + (affiliate.id * 7919 + ${round}::integer * 104729) % 100000 / 100.0, 'BRL', 'pending', 'automatic'
    from affiliate where affiliate.name like 'Payee %' and not exists (
      select from entry where entry.affiliate = affiliate.id and entry.status = 'pending') returning id`.execute(
    database.db,
  )
  return rows.length
}

async function pendingCount({ database }: PayoutScene): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from entry
    where status = 'pending'`.execute(database.db)
  return rows[0]!.count
}

/** Pays until nothing is pending any more. @returns after how many milliseconds */
async function payAll(scene: PayoutScene, post: (path: string) => Promise<unknown>): Promise<number> {
  const begun = Date.now()
  await post('/api/job/automaticPayments/run')
  while ((await pendingCount(scene)) > 0) {
    if (Date.now() - begun > finishLimitMs) throw new Error(`${await pendingCount(scene)} entries are still pending.`)
    await pause(200)
    if (Date.now() - begun > 5_000) await post('/api/job/automaticPayments/run')
  }
  return Date.now() - begun
}

/** What has to be sent of a payment, by the tax that was loaded: reckoned here by itself. */
const netOf = (value: Money, isTaxed: boolean): Money =>
  isTaxed ? sumMoney([value, negated(roundMoney(new Decimal(value).times(taxPercent).dividedBy(100)))]) : value

/** What is wrong: a cent that was paid twice or not at all, a payout nobody knows, a payment without end. */
async function findWrong({ database, gateway }: PayoutScene, isTaxed: boolean): Promise<string[]> {
  const { rows: owed } = await sql<{ key: string; value: Money }>`select affiliate.payment_key as key,
      sum(entry.value)::numeric(18, 2) as value from entry join affiliate on affiliate.id = entry.affiliate
    group by 1`.execute(database.db)
  const { rows: known } = await sql<{ key: string; transfer: string; state: string; value: Money }>`select
      payment.state, payment.value, transfer.transfer_id::text as transfer, affiliate.payment_key as key
    from payment join payment_transfer transfer on transfer.payment = payment.id
      join affiliate on affiliate.id = payment.affiliate`.execute(database.db)
  const ours = new Map(known.map((payment) => [payment.transfer, payment]))
  const made = Map.groupBy(known, ({ key }) => key)
  const paid = Map.groupBy(gateway.payouts.values(), ({ key }) => key)
  return [
    ...owed.flatMap(({ key, value }) => {
      const payments = made.get(key) ?? []
      const gross = sumMoney(payments.map((payment) => payment.value))
      const net = sumMoney(payments.map((payment) => netOf(payment.value, isTaxed)))
      const sum = sumMoney((paid.get(key) ?? []).map(({ amount }) => amount))
      return [
        ...(gross === value ? [] : [`Payments of ${key} come to ${gross}, who is owed ${value}.`]),
        ...(sum === net ? [] : [`The gateway paid ${sum} to ${key}, who is to get ${net}.`]),
      ]
    }),
    ...[...paid.keys()].filter((key) => !owed.some((one) => one.key === key)).map((key) => `${key} is owed nothing.`),
    ...[...gateway.payouts.keys()].filter((id) => !ours.has(id)).map((id) => `Nobody here knows payout ${id}.`),
    ...known.filter(({ state }) => state !== 'settled').map(({ transfer, state }) => `${transfer} is ${state}.`),
  ]
}

/**
 * Kills the server with -9 while its job pays so many owners in batches, again and again: each round owes them something
 * new, and is killed somewhere between its first statement and the last answer.
 * @returns what is wrong after the last round was paid in peace, and what it came to
 */
export async function killPayouts(
  scene: PayoutScene,
  {
    kills,
    payouts,
    isTaxed,
    print,
  }: { kills: number; payouts: number; isTaxed: boolean; print: (line: string) => void },
): Promise<{ problems: string[]; summary: string }> {
  const { environment, gateway } = scene
  await makeOwners(scene, payouts)
  if (isTaxed) await addTaxes(scene)
  await addEntries(scene, 0)
  const first = await startServerVictim(environment)
  const wholeMs = await payAll(scene, (path) => first.post(path))
  await first.kill()
  print(`${payouts} payouts in ${wholeMs} ms, in ${gateway.batches.size} batches; now ${kills} kills.`)
  let asked = payouts
  for (let kill = 1; kill <= kills; kill += 1) {
    asked += await addEntries(scene, kill)
    const server = await startServerVictim(environment)
    const running = server.post('/api/job/automaticPayments/run')
    await pause(Math.min(Math.random() * wholeMs * 1.1, killAfterMaxMs))
    await server.kill()
    await running
    if (kill % 10 === 0)
      print(`${kill} kills: ${gateway.payouts.size} payouts taken, ${gateway.batches.size} batches, ${asked} owed.`)
  }
  const last = await startServerVictim(environment)
  await payAll(scene, (path) => last.post(path))
  const problems = await findWrong(scene, isTaxed)
  await last.stop()
  const sends = [...gateway.sends.values()].reduce((sum, times) => sum + times, 0)
  const sizes = [...gateway.batches.values()]
  const summary =
    `${asked} amounts owed, ${gateway.payouts.size} payouts taken of ${sends} that were asked for, ` +
    `${sizes.length} batches of up to ${Math.max(0, ...sizes)}${isTaxed ? ', taxes withheld' : ''}: none twice, none lost`
  return { problems, summary }
}
