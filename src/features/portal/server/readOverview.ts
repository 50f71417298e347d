import { type Kysely, sql } from 'kysely'
import { isSwitchedOn } from '#engine/declaration/feature.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { PortalOverview, PortalPayout, PortalSum } from '../answers/portal.ts'
import { addMonths, type Day, startOfMonth } from '#engine/values/calendar.ts'
import type { Money } from '#engine/values/money.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readOwnTermsOf } from '#features/deals/server/agreement/acceptByKey.ts'
import { readAnnouncements } from '#features/affiliates/server/announcements/announcements.ts'
import { readLastChange } from '#features/deals/server/dealChanges/readDealChange.ts'
import { readNotices } from '#features/affiliates/server/notices/notices.ts'
import { readNextTiers } from '#features/home/server/digests/tierLines.ts'
import { listPayees } from '#features/payouts/server/payees/listPayees.ts'
import { requestBlocker } from '#features/payouts/server/payees/payeeAccount.ts'
import { readPayee } from '#features/payouts/server/payees/readPayees.ts'
import { lastRequests, takesRequests } from '#features/payouts/server/requests/payoutRequests.ts'
import { currentBusinessTime, todayOf } from '#engine/records/server/change.ts'
import { firstMoment } from '#features/reporting/server/asOf.ts'

interface SumRow {
  readonly currency: string
  readonly earned: Money
  readonly earned_before: Money
  readonly pending: Money
  readonly paid: Money
}

/** What was earned in the month so far and on the same days before, what is pending, and what was sent, by currency. */
async function readSums(
  db: Kysely<any>,
  { affiliate, from, to }: { affiliate: number; from: Day; to: Day },
): Promise<PortalSum[]> {
  const within = (first: Day, last: Day) =>
    sql`entry.day between ${first}::text::date and ${last}::text::date and entry.kind <> 'advance'`
  const { rows } = await sql<SumRow>`
    select currency, sum(earned)::numeric(18, 2) as earned, sum(earned_before)::numeric(18, 2) as earned_before,
      sum(pending)::numeric(18, 2) as pending, sum(paid)::numeric(18, 2) as paid from (
      select entry.currency, case when ${within(from, to)} then entry.value else 0 end as earned,
        case when ${within(addMonths(from, -1), addMonths(to, -1))} then entry.value else 0 end as earned_before,
        case when entry.status = 'pending' then entry.value else 0 end as pending, 0 as paid
      from entry where entry.affiliate = ${affiliate}::bigint and entry.status in ('pending', 'complete')
      union all select payment.currency, 0, 0, 0, payment.value from payment
        where payment.affiliate = ${affiliate}::bigint and payment.state = 'settled'
    ) own group by currency order by currency`.execute(db)
  return rows.map((row) => ({
    currency: row.currency,
    earned: Number(row.earned),
    earnedBefore: Number(row.earned_before),
    pending: Number(row.pending),
    paid: Number(row.paid),
  }))
}

/** When what is pending is paid, or why not: what the operator's own list says of it, without its people. */
async function readPayouts(context: AppContext, actor: Actor, affiliate: number): Promise<PortalPayout[]> {
  const question = {
    kind: 'affiliate' as const,
    statuses: [],
    owners: [{ kind: 'affiliate' as const, id: affiliate }],
    sort: { by: 'dueValue' as const, isDescending: true },
    range: { from: 0, to: 24 },
  }
  const { rows } = await listPayees(context.database.db, { actor, question, ...currentBusinessTime(context, actor) })
  const { db } = context.database
  const owner = { kind: 'affiliate' as const, id: affiliate }
  const takes = await takesRequests(db, owner)
  const asked = await lastRequests(db, { kind: owner.kind, owners: [affiliate] })
  const requests = new Map(asked.map(({ owner: _, ...request }) => [request.currency, request]))
  const able = new Set<string>()
  for (const { currency } of takes ? rows : [])
    if (requests.get(currency)?.state !== 'waiting') {
      const account = await readPayee({ db, at: context.now() }, { ...owner, currency })
      if (requestBlocker(account) === null) able.add(currency)
    }
  return rows.map(({ currency, dueValue, minimumPayout, status, nextPayDay, heldUntil, missing, payment }) => ({
    currency,
    dueValue,
    minimumPayout,
    status,
    nextPayDay,
    heldUntil,
    missing,
    canRequest: able.has(currency),
    request: requests.get(currency) ?? null,
    payment: payment && { value: payment.value, state: payment.state, at: payment.at },
  }))
}

/** What an affiliate sees first: what it earned, what is pending and paid, when the rest comes and why not, and the next tier. */
export async function readOverview(context: AppContext, actor: Actor, affiliate: number): Promise<PortalOverview> {
  const to = todayOf(context, actor)
  const from = startOfMonth(to)
  const [sums, payouts, tiers, terms, knownSince, notices, announcements, changed] = await Promise.all([
    readSums(context.database.db, { affiliate, from, to }),
    readPayouts(context, actor, affiliate),
    readNextTiers(context, actor, to),
    readOwnTermsOf(context, affiliate),
    firstMoment(context.database.db),
    readNotices(context.database.db, { affiliate, now: context.now() }),
    isSwitchedOn(actor, { feature: 'announcements' })
      ? readAnnouncements(context.database.db, { affiliate, person: actor.affiliateUser ?? null, now: context.now() })
      : [],
    readLastChange(context, affiliate),
  ])
  const told = { notices, announcements, dealChange: changed?.change ?? null }
  return { from, to, sums, payouts, tiers, terms, knownSince, ...told }
}
