import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { PeriodCalendar } from '#rules/accountingPeriods.ts'
import type { Day } from '#engine/values/calendar.ts'
import { paidBefore } from '#rules/payouts/payCalendar.ts'
import { accountKeyType, type PayeeKeyType } from '#rules/payouts/payeeCountry.ts'
import { openPaymentStates, type Payee, type PayeeKind } from '#rules/payouts/payments.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { timestamp } from '#engine/server/database/rows.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { computedExpression } from '#app/server/computedFields.ts'
import { readableTable, seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import { visibleBrands } from '#engine/records/server/visibility/scope.ts'
import { needsInvoice } from '../invoices/invoices.ts'
import type { PayeeAccount } from './payeeAccount.ts'

/** How long the job leaves an owner alone whose payment was refused, unless its record is corrected before. */
const rejectionPauseHours = 20

/** Which owners, and which of their entries count. */
export interface OwnerQuestion {
  readonly kind: PayeeKind
  /** One owner, in one currency; without it all that have pending entries, in each currency of these. */
  readonly one?: { readonly id: number; readonly currency: string } | undefined
  /** Only commission of days before this one counts: the present day still earns. Adjustments always count. */
  readonly before?: Day | undefined
  readonly now: Date
  /** Also owners whose only entries are held by an automatic payment that is under way. */
  readonly withOpenPayment?: boolean | undefined
  /** Narrows the owners; the owner's table stands as `owner`. */
  readonly condition?: RawBuilder<boolean> | undefined
  /** Reads the parts of the brands this actor sees, and the terms of those alone. Without one, everything. */
  readonly readBy?: Actor | undefined
}

/**
 * The condition of an entry (table `entry`) that a payment could take: pending and held by none. Where there is a day
 * before which, it also waits for brands that have to pay first.
 * @param periods what its owner's calendar says instead of that day, where any does
 */
export function payableEntry(
  { before }: Pick<OwnerQuestion, 'before'>,
  periods: RawBuilder<Day | null> | null = null,
): RawBuilder<boolean> {
  const end = periods ? sql`coalesce(${periods}, ${before}::text::date)` : sql`${before}::text::date`
  const isOver =
    before === undefined
      ? sql`true`
      : sql`(entry.kind not in ('commission', 'referral') or (entry.day < ${end} and ${waitsForNoBrand}))`
  return sql`entry.status = 'pending' and ${isOver} and not exists (select from payment_entry held
    where held.entry = entry.id and held.holds)`
}

/** No brand that an entry is of has yet to pay for its day. Where no brand pays first, nothing is looked up by entry. */
const waitsForNoBrand = sql`(not (select exists (select from brand where paid_up_to is not null))
  or not exists (select from entry_part part join brand on brand.id = part.brand
    where part.entry = entry.id and brand.paid_up_to < entry.day))`

/**
 * The day before which commission of an entry's owner is paid where its calendar, or its company's, pays whole periods;
 * null where none does.
 */
async function endOfPeriods(
  db: Kysely<any>,
  { kind, one, before }: OwnerQuestion,
): Promise<RawBuilder<Day | null> | null> {
  if (before === undefined || one) return null
  const after = sql`case when owner.pay_rhythm is null then company.pay_after_days else owner.pay_after_days end`
  const ofOwner = sql`${sql.table(kind)} owner left join company on company.id = owner.company`
  const { rows } = await sql<{ calendar: PeriodCalendar; after: number }>`select distinct
      coalesce(company.calendar, 'month') as calendar, ${after} as after from ${ofOwner}
    where ${after} is not null`.execute(db)
  if (rows.length === 0) return null
  const cases = rows.map(({ calendar, after: payAfterDays }) => {
    const end = paidBefore({ calendar, payAfterDays }, before)
    return sql`when coalesce(company.calendar, 'month') = ${calendar}::text and ${after} = ${payAfterDays}::integer
      then ${end}::text::date`
  })
  return sql`(select case ${sql.join(cases, sql` `)} end from ${ofOwner} where owner.id = ${sql.ref(`entry.${kind}`)})`
}

const openStates = sql.join(openPaymentStates.map((state) => sql.lit(state)))

/**
 * The brands an owner works for, as a subquery of one column: an affiliate's own; of a partner those of the affiliates
 * anywhere below it. The owner's table stands as `owner`.
 */
export function brandsOf(kind: PayeeKind): RawBuilder<unknown> {
  if (kind === 'affiliate') return sql`select unnest(owner.brands)`
  return sql`with recursive subtree as (
      select owner.id union select below.id from partner below join subtree on below.parent = subtree.id)
    select unnest(affiliate.brands) from affiliate where affiliate.partner in (select id from subtree)`
}

/**
 * What the brands of an owner ask for of a payment in the currency of `wanted`: the minimum of those in it, the limits
 * of all their companies. One without brands (a partner whose affiliates moved away)
 * is held to all brands: the largest minimum and the smallest amount that needs approval.
 */
function brandTerms(kind: PayeeKind, seen: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`with own as materialized (select distinct id from (${brandsOf(kind)}) named (id) join brand using (id)
    where ${seen})
    select greatest(max(brand.minimum_payout) filter (where brand.currency = wanted.currency),
        (select (said.value ->> 'amount')::numeric from company paying, jsonb_array_elements(paying.minimum_payouts) said
          where paying.id = owner.company and said.value ->> 'currency' = wanted.currency), 0)::numeric(18,
      2) as minimum_payout,
      min(company.approval_above) as approval_above,
      coalesce(array_agg(distinct company.id) filter (where company.approval_above is not null), '{}') as limited_by,
        coalesce(max(company.approver_apart_days), 0)::integer as approver_apart_days,
      coalesce(max(company.approver_age_days), 0)::integer as approver_age_days
    from brand left join company on company.id = brand.company
    where ${seen} and (brand.id in (select id from own) or not exists (select from own))`
}

/** The days on which an owner is paid: its own, or those of its company. */
const payCalendar = sql`jsonb_build_object('holidays', own_company.holidays, 'calendar', own_company.calendar) ||
  case when owner.pay_rhythm is null
    then jsonb_build_object('payRhythm', own_company.pay_rhythm, 'payDay', own_company.pay_day,
      'payFrom', own_company.pay_from, 'payAfterDays', own_company.pay_after_days)
    else jsonb_build_object('payRhythm', owner.pay_rhythm, 'payDay', owner.pay_day, 'payFrom', owner.pay_from,
      'payAfterDays', owner.pay_after_days) end`

const isCompleteExpression = (kind: PayeeKind): RawBuilder<unknown> =>
  computedExpression({ name: 'isComplete', resource: resources[kind], alias: 'owner', origin: '' })

const isAbroad = sql`coalesce(owner.country, 'BR') <> 'BR'`
/** Where the money of a payee goes (table `owner`), as {@link isPaidToAccount} decides. */
export const paidBy = {
  key: sql<string | null>`case when ${isAbroad} then owner.iban else owner.payment_key end`,
  keyType: sql<PayeeKeyType | null>`case when not ${isAbroad} then owner.payment_key_type
    when owner.iban is not null then ${sql.lit(accountKeyType)} end`,
  bic: sql<string | null>`case when ${isAbroad} then owner.bic end`,
}

/** The currencies in which an owner has entries that a payment could take. */
export async function pendingCurrencies(
  db: Kysely<any>,
  { kind, id, before }: Payee & Pick<OwnerQuestion, 'before'>,
): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`select distinct entry.currency from entry
    where ${sql.ref(`entry.${kind}`)} = ${String(id)}::text::bigint and ${payableEntry({ before })} order by 1`.execute(
    db,
  )
  return rows.map(({ currency }) => currency)
}

/**
 * Reads owners with everything that decides whether they can be paid automatically. The report of payments by affiliate
 * and the job ask the same.
 * @returns in order of id and currency; with `one` also an owner without pending entries, else only those that have
 * some (or a payment under way, where asked).
 */
export async function readOwners(db: Kysely<any>, question: OwnerQuestion): Promise<PayeeAccount[]> {
  const { kind, one, now } = question
  const owner = sql.ref(`entry.${kind}`)
  const paid = sql.ref(`payment.${kind}`)
  const isParted = question.readBy !== undefined && seesOnlyOwnBrands(question.readBy, resources.entry)
  const payments = readableTable(resources.payment, question.readBy)
  const open = sql`(payment.method = 'automatic' or payment.awaits_approval) and payment.state in (${openStates})`
  const wanted = one
    ? sql`select ${String(one.id)}::text::bigint as id, ${one.currency}::text as currency`
    : question.withOpenPayment
      ? sql`select pending.id, pending.currency from pending union select ${paid}, payment.currency
        from ${payments} payment where ${paid} is not null and ${open}`
      : sql`select pending.id, pending.currency from pending`
  const isWanted = one
    ? sql`${owner} = ${String(one.id)}::text::bigint and entry.currency = ${one.currency}::text`
    : question.condition
      ? sql`${owner} in (select owner.id from ${sql.table(kind)} owner where ${question.condition})`
      : sql`${owner} is not null`
  const periods = await endOfPeriods(db, question)
  const isSeen = isParted ? sql`brand.id in (${visibleBrands(question.readBy!)})` : sql`true`
  const { rows } = await sql<Omit<PayeeAccount, 'kind'>>`
    with pending as (
      select ${owner} as id, entry.currency, sum(entry.value)::numeric(18, 2) as value, count(*) as count,
        min(entry.day)::text as since,
        ${isParted ? sql`bool_or(entry.is_partial)` : sql`false`} as is_partial
        from ${readableTable(resources.entry, question.readBy)} entry
      where ${payableEntry(question, periods)}
        and ${isWanted} group by 1, 2)
    select owner.id, owner.name, wanted.currency, owner.payment_type as "paymentType",
      ${paidBy.key} as "paymentKey", ${paidBy.keyType} as "paymentKeyType",
      ${paidBy.bic} as bic, coalesce(owner.country, 'BR') as country,
      owner.document, owner.document_type as "documentType",
      coalesce(own_company.unchecked_keys, 'pay') as "uncheckedKeys", own_company.time_zone as "timeZone", ${payCalendar} as "payCalendar",
      ${needsInvoice} as "needsInvoice", (select invoice.number from invoice
        where invoice.owner_kind = ${kind}::text and invoice.owner = owner.id and invoice.currency = wanted.currency
          and invoice.payment is null) as invoice,
      ${isCompleteExpression(kind)} as "isComplete", terms.minimum_payout as "minimumPayout",
        terms.approval_above as "approvalAbove", terms.limited_by as "limitedBy",
      terms.approver_apart_days as "approverApartDays", terms.approver_age_days as "approverAgeDays",
      hold.held_until as "heldUntil", coalesce(holding.causes, '[]') as holds, open.id as "openPayment", coalesce(last.was_rejected, false) as "wasRejected",
      coalesce(pending.value, 0)::numeric(18, 2) as "pendingValue", coalesce(pending.count, 0) as "pendingCount",
        coalesce(pending.is_partial, false) as "isPartial", pending.since as "pendingSince"
    from (${wanted}) wanted join ${sql.table(kind)} owner on owner.id = wanted.id left
      join pending on pending.id = owner.id and pending.currency = wanted.currency
    left join company own_company on own_company.id = owner.company
    left join payment_hold hold on hold.owner_kind = ${kind}::text and hold.owner = owner.id
      and hold.held_until > ${timestamp(now)}
    left join lateral (select jsonb_agg(jsonb_build_object('cause', held.cause, 'note', held.note,
        'placedAt', to_char(held.placed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'placedBy', held.placed_by) order by held.cause <> 'by_hand', held.id) as causes
      from owner_hold held where held.owner_kind = ${kind}::text and held.owner = owner.id
        and held.released_at is null) holding on true
    cross join lateral (${brandTerms(kind, isSeen)}) terms
    left join lateral (select payment.id from payment where ${paid} = owner.id and payment.currency = wanted.currency
      and ${open}
      order by payment.awaits_approval desc, payment.id desc limit 1) open on true
    left join lateral (
      select payment.state = 'rejected' and payment.updated_at > ${timestamp(now)} -
        make_interval(hours => ${sql.lit(rejectionPauseHours)})
        and payment.updated_at >= owner.updated_at as was_rejected
      from payment where ${paid} = owner.id and payment.currency = wanted.currency and payment.method = 'automatic'
        order by payment.id desc limit 1) last on true
    where ${question.condition ?? sql`true`} order by owner.id, wanted.currency`.execute(db)
  return rows.map((row) => ({ ...row, kind }))
}

/** Everything that decides whether one owner can be paid in one currency; the owner is there. */
export async function readPayee(
  { db, at: now }: Pick<WriteContext, 'db' | 'at'>,
  { kind, id, currency, before }: Payee & { currency: string; before?: Day | undefined },
): Promise<PayeeAccount> {
  const [owner] = await readOwners(db, { kind, one: { id, currency }, before, now })
  return owner!
}
