import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type {
  PaidElsewhere,
  Statement,
  StatementAdjustment,
  StatementLine,
  StatementPayment,
} from '../answers/statement.ts'
import { addDays, type Day } from '#engine/values/calendar.ts'
import { defaultCurrency, type Money, sumMoney } from '#engine/values/money.ts'
import type { Payee } from '#rules/payouts/payments.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { FileLanguage } from '#engine/export/server/texts.ts'
import { requireFullVisibility } from '#features/commission/server/partialAmounts.ts'
import { withoutColleagues } from '#features/commission/server/explanation/explainEntry.ts'
import { netOf } from '#features/payouts/server/payments/payment.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** Whose statement, of which days, in which currency. */
export interface StatementQuestion {
  readonly owner: Payee
  readonly from: Day
  readonly to: Day
  readonly currency: string
}

/** Entries that are money: what waits for approval or was declined is none. */
const counts = sql`entry.status in ('pending', 'complete')`
const ownEntries = ({ owner, currency }: StatementQuestion) =>
  sql`${sql.ref(`entry.${owner.kind}`)} = ${owner.id}::bigint and entry.currency = ${currency}::text and ${counts}`

/**
 * The day of a payment: of one by hand the day that somebody said, which is kept as its beginning in UTC; else the
 * day of its moment by the clock of the payee's company.
 */
const paidOn: RawBuilder<Day> = sql`case when payment.method = 'manual' and date_trunc('day', payment.paid_at at time zone 'UTC') =
    payment.paid_at at time zone 'UTC' then (payment.paid_at at time zone 'UTC')::date
    else payee_day(payment.affiliate, payment.partner, payment.paid_at) end`

/** Money that went, also what came back: the return is an entry of its own. */
function ownPayments({ owner, currency }: StatementQuestion): RawBuilder<unknown> {
  return sql`(select payment.*, ${paidOn} as paid_on from payment
    where ${sql.ref(`payment.${owner.kind}`)} = ${owner.id}::bigint and payment.currency = ${currency}::text
      and payment.state in ('settled', 'returned') and payment.paid_at is not null) payment`
}

/** What is owed to the owner at the end of a day: all that was written, less all that was paid. */
async function readBalance(db: Kysely<any>, question: StatementQuestion, until: Day): Promise<Money> {
  const written = sql`select coalesce(sum(entry.value), 0) from entry
    where ${ownEntries(question)} and entry.day <= ${until}::text::date`
  const paid = sql`select coalesce(sum(payment.value), 0) from ${ownPayments(question)}
    where payment.paid_on <= ${until}::text::date`
  const balance = sql<{ balance: Money }>`select ((${written}) - (${paid}))::numeric(18, 2) as balance`
  return (await firstRow(db, balance))!.balance
}

/** Rows whose value is exact, as an answer says it. */
async function shown<Row extends { readonly value: number }>(
  db: Kysely<any>,
  statement: RawBuilder<Omit<Row, 'value'> & { value: Money }>,
): Promise<Row[]> {
  const { rows } = await statement.execute(db)
  return rows.map((row) => ({ ...row, value: Number(row.value) }) as unknown as Row)
}

const within = ({ from, to }: StatementQuestion, day: RawBuilder<unknown>) =>
  sql`${day} between ${from}::text::date and ${to}::text::date`

const linesOf = (question: StatementQuestion) => sql<any>`
  select entry.id as entry, entry.day::text as day, entry.value, entry.status,
    (select coalesce(json_agg(json_build_object('product', line.product, 'rate', line.rate, 'amount', line.amount,
      'deal', case when line.product = 'partner'
        then (select rule.name from partner_level_history version join partner_level rule on rule.id = version.record
          where version.id = line.rule_version)
        when line.product = 'referral' then (select rule.name from reward_profile_history version
          join reward_profile rule on rule.id = version.record where version.id = line.rule_version)
        else (select rule.name from reward_history version join reward rule on rule.id = version.record
          where version.id = line.rule_version) end)
      order by line.product), '[]') from entry_line line where line.entry = entry.id) as products,
    (select coalesce(json_agg(json_build_object('brand', brand.id, 'name', brand.name, 'value', part.value)
      order by brand.id), '[]')
      from entry_part part join brand on brand.id = part.brand where part.entry = entry.id) as brands
  from entry where ${ownEntries(question)} and entry.kind in ('commission', 'referral') and ${within(question, sql`entry.day`)}
  order by entry.day, entry.id`

const adjustmentsOf = (question: StatementQuestion) => sql<any>`
  select entry.id as entry, entry.day::text as day, entry.kind, entry.value, entry.status,
    coalesce(adjusting.reason, 'by_hand') as cause, source.id as "sourceEntry", source.day::text as "sourceDay",
    entry.reason, entry.requested_by as "requestedBy", entry.approved_by as "approvedBy"
  from entry left join entry_adjustment adjusting on adjusting.entry = entry.id
  left join entry source on source.id = adjusting.source_entry
  where ${ownEntries(question)} and entry.kind not in ('commission', 'referral') and ${within(question, sql`entry.day`)}
  order by entry.day, entry.id`

const paymentsOf = (question: StatementQuestion) => sql<any>`
  select payment.id as payment, payment.paid_on::text as day, ${netOf} as value, payment.method, payment.state,
    payment.reference, payment.invoice, (select coalesce(json_agg(json_build_object('tax', kept.tax, 'base', kept.base,
      'rate', kept.rate, 'value', kept.value, 'before', kept.before) order by kept.tax), '[]')
      from payment_withheld kept where kept.payment = payment.id) as withheld
  from ${ownPayments(question)} where ${within(question, sql`payment.paid_on`)}
  order by payment.paid_on, payment.id`

/** Whose statement it is, and in which words and currency. */
export interface StatementOwner {
  readonly name: string
  readonly company: string | null
  readonly language: FileLanguage | null
  readonly currency: string
}

/**
 * The currency of a statement: the one that was asked for, else the only one in which the owner has entries, else that
 * of its company's first brand.
 * @throws ApiError `not_found` where this person does not see the owner, `currencies_differ`
 */
export async function statementOwner(
  db: Kysely<any>,
  { actor, currency, ...asked }: { actor: Actor; owner: Payee; currency: string | null },
): Promise<StatementOwner> {
  const { kind, id } = asked.owner
  const owner = await firstRow(
    db,
    sql<Omit<StatementOwner, 'currency'> & { usual: string | null }>`select owner.name, owner.language,
        (select company.name from company where company.id = owner.company) as company,
        (select brand.currency from brand where brand.company = owner.company order by brand.id limit 1) as usual
      from ${sql.table(kind)} owner where owner.id = ${String(id)}::text::bigint
        and ${scopeCondition({ actor, resource: resources[kind], alias: 'owner' })}`,
  )
  if (!owner) throw new ApiError('not_found')
  const { usual, ...named } = owner
  if (currency !== null) return { ...named, currency }
  const { rows } = await sql<{ currency: string }>`select distinct currency from entry
    where ${sql.ref(kind)} = ${String(id)}::text::bigint and ${counts} order by 1`.execute(db)
  if (rows.length > 1)
    throw new ApiError('currencies_differ', { values: { currencies: rows.map((row) => row.currency).join(', ') } })
  return { ...named, currency: rows[0]?.currency ?? usual ?? defaultCurrency }
}

/** Payments that another system made to an affiliate on the days of a statement: told beside it, and part of no sum. */
export async function readPaidElsewhere(
  db: Kysely<any>,
  { owner, from, to, currency }: StatementQuestion,
): Promise<PaidElsewhere[]> {
  if (owner.kind !== 'affiliate') return []
  const { rows } = await sql<PaidElsewhere>`select paid_on::text as day, coalesce(net, value)::float8 as value, state,
      method, reference
    from past_payment where affiliate = ${owner.id}::bigint and currency = ${currency}::text
      and paid_on between ${from}::text::date and ${to}::text::date order by paid_on, id`.execute(db)
  return rows
}

const summed = (rows: readonly { readonly value: number }[]): Money =>
  sumMoney(rows.map(({ value }) => value.toFixed(2)))

/**
 * What was owed to an owner before some days, what came and went on them, and what is owed after.
 * @throws ApiError `partly_visible` where this person sees only some of the brands that make it up
 */
export async function readStatement(
  db: Kysely<any>,
  { actor, name, question }: { actor: Actor; name: string; question: StatementQuestion },
): Promise<Statement> {
  const { owner, from, to, currency } = question
  const which = sql`${sql.ref(`asked.${owner.kind}`)} = ${owner.id}::bigint and asked.currency = ${currency}::text
    and asked.day <= ${to}::text::date`
  await requireFullVisibility(db, { actor, resource: 'entry', which })
  const opening = await readBalance(db, question, addDays(from, -1))
  const lines = await shown<StatementLine>(db, linesOf(question))
  const adjustments = (await shown<StatementAdjustment>(db, adjustmentsOf(question))).map((row) =>
    withoutColleagues(actor, row),
  )
  const payments = await shown<StatementPayment>(db, paymentsOf(question))
  return {
    owner: { ...owner, name },
    from,
    to,
    currency,
    opening: Number(opening),
    earned: Number(summed(lines)),
    adjusted: Number(summed(adjustments)),
    withheld: Number(summed(payments.flatMap(({ withheld }) => withheld))),
    paid: Number(summed(payments)),
    closing: Number(await readBalance(db, question, to)),
    lines,
    adjustments,
    payments,
  }
}
