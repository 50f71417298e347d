import { type Kysely, sql } from 'kysely'
import { systemActor } from '#engine/declaration/actor.ts'
import { type Day } from '#engine/values/calendar.ts'
import { type Money, negated } from '#engine/values/money.ts'
import { type Payee, type PayeeKind, payeeKinds } from '#rules/payouts/payments.ts'
import { unclaimedStep } from '#rules/payouts/unclaimed.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { AppContext } from '#engine/server/context.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { type WriteContext, writeAuditEntry, currentBusinessTime } from '#engine/records/server/change.ts'
import { declineAdjustment, proposeAdjustment } from '../adjustments/manualAdjustments.ts'
import { lockPayee } from '../payees/payee.ts'
import { type PayeeAccount, paymentBlocker } from '../payees/payeeAccount.ts'
import { payableEntry, readPayee, readOwners } from '../payees/readPayees.ts'

/** What the adjustment is written as, in the list of entries. */
const reason = 'unclaimed'
/** Why a sum is not claimed: its owner did not say where to pay it, or it is too small. */
const unclaimedFor: readonly ErrorCode[] = ['payment_key_missing', 'incomplete_record', 'below_minimum_payout']
const actor = systemActor('unclaimed')

/** What a run did. */
interface Outcome {
  readonly told: number
  readonly asked: number
  /** Asked for before, and paid or payable by now. */
  readonly claimed: number
}

interface Unclaimed extends Payee {
  readonly currency: string
  /** By the clock of its company. */
  readonly today: Day
  readonly lapsesOn: Day | null
  readonly now: Money
  readonly soon: Money
  readonly noticeDays: number
  /** Asked for already, or refused by a person within the months that it takes to lapse. */
  readonly isAsked: boolean
}

function cannotBePaid(owner: PayeeAccount): boolean {
  const obstacle = paymentBlocker(owner, 'job')
  return obstacle !== null && unclaimedFor.includes(obstacle.code)
}

/** The owners of one kind whose companies let something lapse and who cannot be paid, in each currency. */
async function candidates(
  db: Kysely<any>,
  { kind, now }: { kind: PayeeKind; now: Date },
): Promise<{ id: number; currency: string }[]> {
  const condition = sql<boolean>`exists (select from company where company.id = owner.company
    and company.lapse_months is not null)`
  const owners = await readOwners(db, { kind, now, condition })
  return owners.filter(cannotBePaid)
}

async function sumsOf(
  db: Kysely<any>,
  { kind, ids, now }: { kind: PayeeKind; ids: readonly number[]; now: Date },
): Promise<Unclaimed[]> {
  const today = sql`company_day(company.id, ${timestamp(now)})`
  const before = (days: ReturnType<typeof sql>) =>
    sql`(entry.day + make_interval(months => company.lapse_months))::date <= ${today} + ${days}`
  const lapsing = (days: ReturnType<typeof sql>) =>
    sql`coalesce(sum(entry.value) filter (where ${before(days)} or entry.value < 0), 0)::numeric(18, 2)`
  const noticeDays = sql`coalesce(company.lapse_notice_days, 30)`
  const { rows } = await sql<Omit<Unclaimed, 'kind'>>`select owner.id, entry.currency, ${today}::text as today,
      owner.lapses_on::text as "lapsesOn", ${lapsing(sql`0`)} as now, ${lapsing(noticeDays)} as soon,
      ${noticeDays} as "noticeDays",
      exists (select from entry asked where ${sql.ref(`asked.${kind}`)} = owner.id and asked.currency = entry.currency
        and asked.requested_by = ${actor.name}::text and (asked.status = 'awaiting_approval' or asked.status = 'declined'
          and asked.day > (${today} - make_interval(months => company.lapse_months))::date)) as "isAsked"
    from ${sql.table(kind)} owner join company on company.id = owner.company
      join entry on ${sql.ref(`entry.${kind}`)} = owner.id and ${payableEntry({})}
    where owner.id = any(${idArray([...new Set(ids)])})
    group by owner.id, company.id, entry.currency order by owner.id, entry.currency`.execute(db)
  return rows.map((row) => ({ ...row, kind }))
}

/** Writes the day on which something of an owner lapses, and says so to whoever is told of it. */
async function tell(change: WriteContext, { kind, id }: Payee, lapsesOn: Day | null): Promise<void> {
  const changed = sql<{ before: Day | null }>`with held as (select id, lapses_on::text as before
      from ${sql.table(kind)} where id = ${id}::bigint for no key update)
    update ${sql.table(kind)} owner set lapses_on = ${lapsesOn}::text::date from held
    where owner.id = held.id and held.before is distinct from ${lapsesOn}::text returning held.before`
  const found = await firstRow(change.db, changed)
  if (!found) return
  const changes = [{ field: 'lapsesOn', before: found.before, after: lapsesOn }]
  await writeAuditEntry(change, { operation: 'update', object: kind, objectId: id, changes })
}

async function lapse(change: WriteContext, { kind, id, currency }: Unclaimed): Promise<boolean> {
  if (!(await lockPayee(change.db, { kind, id }))) return false
  // What was seen may have been paid meanwhile.
  const isUnclaimed = cannotBePaid(await readPayee(change, { kind, id, currency }))
  const sum = (await sumsOf(change.db, { kind, ids: [id], now: change.at })).find((one) => one.currency === currency)
  if (!isUnclaimed || !sum || sum.isAsked || unclaimedStep(sum, sum.today) !== 'lapse') return false
  const order = { owner: { kind, id }, day: sum.today, currency, value: negated(sum.now), kind: 'adjustment' } as const
  await proposeAdjustment(change, { ...order, reason, file: null })
  return true
}

/** Withdraws what was asked for of owners who can be paid by now. */
async function withdraw(context: AppContext, claimable: (owner: Payee & { currency: string }) => boolean) {
  const { rows } = await sql<{ entry: number; kind: PayeeKind; id: number; currency: string }>`
    select id as entry, case when affiliate is null then 'partner' else 'affiliate' end as kind,
      coalesce(affiliate, partner) as id, currency
    from entry where status = 'awaiting_approval' and requested_by = ${actor.name}::text order by id`.execute(
    context.database.db,
  )
  const claimed = rows.filter(claimable)
  for (const { entry } of claimed)
    await inTransaction(context.database.db, (db) =>
      declineAdjustment({ db, actor, ...currentBusinessTime(context, actor) }, entry, 'claimed'),
    )
  return claimed.length
}

/**
 * What nobody can be paid for so many months as its company says lapses: its owner is told of the day before, and on it
 * an adjustment is asked for, which a person approves. Where no company says so, nothing is looked up.
 */
export async function lapseUnclaimed(context: AppContext, { signal }: { signal?: AbortSignal } = {}): Promise<Outcome> {
  const { db } = context.database
  const moment = currentBusinessTime(context, actor)
  let [told, asked] = [0, 0]
  const unclaimed = new Set<string>()
  const keyOf = ({ kind, id, currency }: Payee & { currency: string }) => `${kind} ${id} ${currency}`
  for (const kind of payeeKinds) {
    const found = await candidates(db, { kind, now: moment.at })
    for (const { id, currency } of found) unclaimed.add(keyOf({ kind, id, currency }))
    const sums = (await sumsOf(db, { kind, ids: found.map(({ id }) => id), now: moment.at })).filter((sum) =>
      unclaimed.has(keyOf(sum)),
    )
    for (const own of Map.groupBy(sums, ({ id }) => id).values()) {
      signal?.throwIfAborted()
      const outcome = await inTransaction(db, (transaction) => followOwner({ db: transaction, actor, ...moment }, own))
      told += outcome.told
      asked += outcome.asked
    }
    const isTold = sql<{ id: number }>`select id from ${sql.table(kind)} where lapses_on is not null
      and id <> all(${idArray(sums.map(({ id }) => id))}) order by id`
    for (const { id } of (await isTold.execute(db)).rows)
      await inTransaction(db, (transaction) => tell({ db: transaction, actor, ...moment }, { kind, id }, null))
  }
  return { told, asked, claimed: await withdraw(context, (owner) => !unclaimed.has(keyOf(owner))) }
}

/**
 * What becomes of one owner, in all its currencies: it is told of one day. With what is asked for on that day the day is
 * forgotten, so that what lapses later is told of anew.
 */
async function followOwner(change: WriteContext, own: readonly Unclaimed[]): Promise<{ told: number; asked: number }> {
  const open = own.filter(({ isAsked }) => !isAsked)
  const [owner] = open
  if (!owner) return { told: 0, asked: 0 }
  const steps = open.map((sum) => ({ sum, step: unclaimedStep(sum, sum.today) }))
  const first = steps.map(({ step }) => step).find((step) => step !== null && typeof step === 'object')
  if (first) {
    await tell(change, owner, first.tell)
    return { told: 1, asked: 0 }
  }
  let asked = 0
  for (const { sum, step } of steps) if (step === 'lapse' && (await lapse(change, sum))) asked += 1
  if (asked > 0 || steps.every(({ step }) => step === 'forget')) await tell(change, owner, null)
  return { told: 0, asked }
}
