import { type Kysely, type RawBuilder, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { PayeeRow, PayeesResponse, ShownPayment, StatusCount } from '../../answers/payees.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'
import { businessDay, type Day } from '#engine/values/calendar.ts'
import { nextPayDay } from '#rules/payouts/payCalendar.ts'
import { openPaymentStates, type Payee, type PayeeKind, payeeKinds } from '#rules/payouts/payments.ts'
import { type OwnerSort, type PayeeStatus, payeeStatuses } from '#rules/payouts/payoutStatus.ts'
import { holdsSql } from '#engine/server/database/soughtText.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import type { BusinessTime } from '#engine/records/server/change.ts'
import { readableTable, seesOnlyOwnBrands } from '#features/commission/server/partialAmounts.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import type { PayoutRequest } from '../../answers/requests.ts'
import { lastRequests } from '../requests/payoutRequests.ts'
import { computeWithholding } from '../withholding/withholdOf.ts'
import { reasonsToWait } from '../payments/dailyLimits.ts'
import { missingFields } from './payee.ts'
import { isPayableNow, type OpenPayment, ownerRow, type PayeeAccount, statusOf } from './payeeAccount.ts'
import { brandsOf, readOwners } from './readPayees.ts'

/** What narrows and orders the list. */
export interface OwnersQuestion {
  readonly kind?: PayeeKind | undefined
  readonly statuses: readonly PayeeStatus[]
  /** These alone. */
  readonly owners?: readonly Payee[] | undefined
  /** Only those who asked to be paid and wait. */
  readonly isRequested?: boolean | undefined
  readonly brand?: number | undefined
  /** A part of a name or token. */
  readonly q?: string | undefined
  readonly sort: { readonly by: OwnerSort; readonly isDescending: boolean }
  /** Positions from 0, both included. */
  readonly range: { readonly from: number; readonly to: number }
}

interface Judged {
  readonly owner: PayeeAccount
  readonly status: PayeeStatus
  /** What is pending, and what a payment under way holds. */
  readonly due: Money
  /** Since when it stands so: a moment, or the first day of what is pending. */
  readonly since: string | null
}

const openStates = sql.join(openPaymentStates.map((state) => sql.lit(state)))

function conditionOf(
  actor: Actor,
  kind: PayeeKind,
  { owners, isRequested, brand, q }: OwnersQuestion,
): RawBuilder<boolean> {
  const conditions = [scopeCondition({ actor, resource: resources[kind], alias: 'owner' })]
  if (owners)
    conditions.push(sql`owner.id = any(${idArray(owners.filter((one) => one.kind === kind).map(({ id }) => id))})`)
  if (isRequested)
    conditions.push(sql`exists (select from payout_request asked where asked.owner_kind = ${kind}::text
      and asked.owner = owner.id and asked.state = 'waiting')`)
  if (brand !== undefined) conditions.push(sql`${String(brand)}::text::bigint in (${brandsOf(kind)})`)
  if (q) conditions.push(sql`(${holdsSql(sql.ref('owner.name'), q)} or ${holdsSql(sql.ref('owner.token'), q)})`)
  return sql`(${sql.join(conditions, sql` and `)})`
}

async function openPayments(db: Kysely<any>, actor: Actor): Promise<Map<number, OpenPayment>> {
  const { rows } = await sql<OpenPayment>`select id, value, state, awaits_approval as "awaitsApproval",
      created_at as "createdAt"
    from ${readableTable(resources.payment, actor)} payment
    where (method = 'automatic' or awaits_approval) and state in (${openStates})`.execute(db)
  return new Map(rows.map((payment) => [payment.id, payment]))
}

const sinceOf = ({ holds, pendingSince }: PayeeAccount, payment: OpenPayment | undefined): string | null =>
  payment?.createdAt.toISOString() ?? holds.map(({ placedAt }) => placedAt).toSorted()[0] ?? pendingSince

async function judgeAll(
  db: Kysely<any>,
  { actor, question, now }: { actor: Actor; question: OwnersQuestion; now: Date },
): Promise<Judged[]> {
  const open = await openPayments(db, actor)
  const judged: Judged[] = []
  for (const kind of payeeKinds) {
    if (question.kind !== undefined && question.kind !== kind) continue
    const owners = await readOwners(db, {
      kind,
      now,
      withOpenPayment: true,
      condition: conditionOf(actor, kind, question),
      readBy: actor,
    })
    for (const owner of owners) {
      const payment = owner.openPayment === null ? undefined : open.get(owner.openPayment)
      judged.push({
        owner,
        status: statusOf(owner, payment),
        due: payment ? sumMoney([owner.pendingValue, payment.value]) : owner.pendingValue,
        since: sinceOf(owner, payment),
      })
    }
  }
  return judged
}

function inOrder(judged: readonly Judged[], { by, isDescending }: OwnersQuestion['sort']): Judged[] {
  const sign = isDescending ? -1 : 1
  const compare: Readonly<Record<OwnerSort, (one: Judged, other: Judged) => number>> = {
    // Amounts are compared, not added: a number is exact enough to order by.
    // Of one currency: what is in another is neither more nor less.
    dueValue: (one, other) =>
      sign * one.owner.currency.localeCompare(other.owner.currency) || Number(one.due) - Number(other.due),
    name: (one, other) => one.owner.name.localeCompare(other.owner.name),
    status: (one, other) => payeeStatuses.indexOf(one.status) - payeeStatuses.indexOf(other.status),
  }
  const tie = (one: Judged, other: Judged) =>
    one.owner.kind.localeCompare(other.owner.kind) ||
    one.owner.id - other.owner.id ||
    one.owner.currency.localeCompare(other.owner.currency)
  return judged.toSorted((one, other) => sign * compare[by](one, other) || tie(one, other))
}

interface LastPayment extends Omit<ShownPayment, 'at' | 'nextTryAt' | 'value' | 'isOwn'> {
  readonly owner: number
  readonly currency: string
  readonly at: Date
  readonly next_try_at: Date | null
  readonly value: string
  readonly requested_by_user: number | null
}

/** The last automatic payment of each owner and currency, in one query an owner kind. */
async function lastPayments(
  db: Kysely<any>,
  actor: Actor,
  page: readonly Judged[],
): Promise<Map<string, ShownPayment>> {
  const found = new Map<string, ShownPayment>()
  // What a gateway said of a payment may name its amount.
  const isPartial = seesOnlyOwnBrands(actor, resources.payment) ? sql`payment.is_partial` : sql`false`
  for (const kind of payeeKinds) {
    const ids = page.filter(({ owner }) => owner.kind === kind).map(({ owner }) => owner.id)
    if (ids.length === 0) continue
    const column = sql.ref(`payment.${kind}`)
    const { rows } = await sql<LastPayment>`
      select distinct on (${column}, payment.currency) ${column} as owner, payment.currency, payment.id, payment.value,
        payment.state, payment.awaits_approval as "awaitsApproval", payment.requested_by as "requestedBy", payment.invoice,
        payment.updated_at as at, case when ${isPartial} then null else transfer.reason end as reason,
          transfer.next_try_at, request.requested_by as requested_by_user,
        (select attempt.remark from payment_attempt attempt where not ${isPartial} and attempt.payment = payment.id
          order by attempt.id desc limit 1) as remark
      from ${readableTable(resources.payment, actor)} payment left join payment_transfer transfer
        on transfer.payment = payment.id left join payment_request request on request.payment = payment.id
      where (payment.method = 'automatic' or payment.awaits_approval)
        and ${column} in (${sql.join(ids.map((id) => sql`${String(id)}::text::bigint`))})
        order by ${column}, payment.currency, payment.awaits_approval desc, payment.id desc`.execute(db)
    for (const { owner, currency, at, next_try_at, value, requested_by_user: by, ...payment } of rows) {
      found.set(`${kind} ${owner} ${currency}`, {
        ...payment,
        value: Number(value),
        isOwn: by !== null && by === actor.userId,
        at: at.toISOString(),
        nextTryAt: next_try_at?.toISOString() ?? null,
      })
    }
  }
  return found
}

/** Who asks, what for and when. */
interface ListRequest extends BusinessTime {
  readonly actor: Actor
  readonly question: OwnersQuestion
}

/** What would be kept back of what is pending, of those of whom anything is. */
async function taxesOf(
  db: Kysely<any>,
  owners: readonly PayeeAccount[],
  day: Day,
): Promise<Map<PayeeAccount, Required<Pick<PayeeRow, 'withheld' | 'net'>>>> {
  const asked = owners.map((owner) => ({ owner, currency: owner.currency, gross: owner.pendingValue }))
  const reckoned = await computeWithholding(db, asked, day)
  return new Map(
    owners.flatMap((owner, place) => {
      const { lines, net } = reckoned[place]!
      const withheld = lines.map(({ tax, value }) => ({ tax, value: Number(value) }))
      return withheld.length === 0 ? [] : [[owner, { withheld, net: Number(net) }] as const]
    }),
  )
}

/** What owners asked to be paid and wait for. */
async function waitingRequests(db: Kysely<any>, page: readonly Judged[]): Promise<Map<string, PayoutRequest>> {
  const found = new Map<string, PayoutRequest>()
  for (const [kind, judged] of Map.groupBy(page, ({ owner }) => owner.kind))
    for (const { owner, ...request } of await lastRequests(db, { kind, owners: judged.map((each) => each.owner.id) }))
      if (request.state === 'waiting') found.set(`${kind} ${owner} ${request.currency}`, request)
  return found
}

async function shownRows(
  db: Kysely<any>,
  { actor, at, zone }: Omit<ListRequest, 'question'>,
  page: readonly Judged[],
): Promise<PayeeRow[]> {
  // Also who could be paid with the number of an invoice: it is asked for where somebody pays.
  const payable = page.map(({ owner }) => owner).filter((owner) => isPayableNow({ ...owner, needsInvoice: false }))
  const waits = await reasonsToWait(
    { db, at, zone },
    payable.map((owner) => ({ owner, value: owner.pendingValue, asker: actor.userId })),
  )
  const waiting = new Set(payable.filter((_, place) => waits[place] !== null))
  const payments = await lastPayments(db, actor, page)
  const taxed = await taxesOf(db, payable, businessDay({ at, zone }))
  const requests = await waitingRequests(db, page)
  const rows: PayeeRow[] = []
  for (const { owner, ...judged } of page) {
    const missing = owner.isComplete ? [] : await missingFields(db, owner)
    const last = payments.get(`${owner.kind} ${owner.id} ${owner.currency}`)
    const isShown = last && (last.id === owner.openPayment || last.state === 'rejected')
    const row = ownerRow(owner, {
      ...judged,
      missing,
      payment: isShown ? last : null,
      needsApproval: waiting.has(owner),
      nextPayDay: nextPayDay(owner.payCalendar, businessDay({ at, zone: owner.timeZone ?? zone })),
    })
    const request = requests.get(`${owner.kind} ${owner.id} ${owner.currency}`)
    rows.push({ ...row, ...taxed.get(owner), ...(request ? { request } : {}) })
  }
  return rows
}

function totalsOf(group: readonly Judged[]): { currency: string; value: number }[] {
  const byCurrency = [...Map.groupBy(group, ({ owner }) => owner.currency)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )
  return byCurrency.map(([currency, own]) => ({ currency, value: Number(sumMoney(own.map(({ due }) => due))) }))
}

function countsOf(judged: readonly Judged[]): PayeesResponse['counts'] {
  const groups = Map.groupBy(judged, ({ status }) => status)
  return Object.fromEntries(
    [...groups].map(([status, group]): [PayeeStatus, StatusCount] => {
      const totals = totalsOf(group)
      const value = totals.length === 1 ? { value: totals[0]!.value } : {}
      const [since = null] = group.flatMap((one) => one.since ?? []).toSorted()
      return [status, { count: group.length, ...value, totals, since }]
    }),
  )
}

/**
 * The affiliates and partners this person sees that have pending entries or a payment under way: what is due, and why
 * it is not paid.
 */
export async function listPayees(db: Kysely<any>, { actor, question, at, zone }: ListRequest): Promise<PayeesResponse> {
  const judged = await judgeAll(db, { actor, question, now: at })
  const matching =
    question.statuses.length === 0 ? judged : judged.filter(({ status }) => question.statuses.includes(status))
  const page = inOrder(matching, question.sort).slice(question.range.from, question.range.to + 1)
  return { rows: await shownRows(db, { actor, at, zone }, page), total: matching.length, counts: countsOf(judged) }
}
