import { type Kysely, sql } from 'kysely'
import type {
  AdjustmentCause,
  BridgeCause,
  BridgeEntries,
  BridgeEntry,
  ControlTotal,
  PeriodBridge,
} from '../../answers/periods.ts'
import { sumMoney, type Money } from '#engine/values/money.ts'
import { payeeOf } from '#rules/payouts/payments.ts'
import { idArray } from '#engine/server/database/arrays.ts'
import { changesDue } from '../close/adjustEntry.ts'
import { type CompanyDays, isOfCompany } from './controlTotals.ts'
import { type WhyAdjusted, whyAdjusted } from '../close/adjustmentCauses.ts'

/** Of each cause so many entries are named; a page of the bridge names all. */
const entriesNamedMax = 100

interface Later {
  readonly entry: number
  readonly currency: string
  readonly correction: number | null
  readonly is_returned: boolean
  readonly value: Money
}

/** What was adjusted of the days of a period and is dated after it. */
async function readLater(db: Kysely<any>, { company, from, to }: CompanyDays): Promise<Later[]> {
  const { rows } = await sql<Later>`
    select entry.id as entry, entry.currency, entry_adjustment.correction, entry.value,
      entry_adjustment.reason = 'payment_returned' as is_returned
    from entry_adjustment join entry source on source.id = entry_adjustment.source_entry
      join entry on entry.id = entry_adjustment.entry
    where source.day between ${from}::text::date and ${to}::text::date and entry.day > ${to}::text::date
      and (${changesDue} or entry_adjustment.reason = 'payment_returned') and ${isOfCompany('source', company)}
    order by entry.currency, entry.id`.execute(db)
  return rows
}

const worth = (rows: readonly Later[]) => ({
  value: Number(sumMoney(rows.map(({ value }) => value))),
  count: rows.length,
  entries: rows.slice(0, entriesNamedMax).map(({ entry }) => entry),
})

/** What is behind an adjustment as one word: the same for those that are told together. */
const kindOf = (correction: number | null, causes: readonly AdjustmentCause[]) => JSON.stringify([correction, causes])

function causesOf(rows: readonly Later[], why: ReadonlyMap<number, WhyAdjusted>): BridgeCause[] {
  const together = Map.groupBy(rows, ({ entry, correction }) => kindOf(correction, why.get(entry)!.causes))
  return [...together.values()].map((own) => {
    const { entry, correction } = own[0]!
    const [cause, ...others] = why.get(entry)!.causes
    return { cause: cause!, with: others, correction, ...worth(own) }
  })
}

/**
 * What came later to the days of a period and is dated after it, by cause, beside what the period came to: each amount
 * with why, so that the way from one sum to the other has no cent without a cause.
 */
export async function readBridge(
  db: Kysely<any>,
  days: CompanyDays,
  totals: readonly ControlTotal[],
): Promise<PeriodBridge[]> {
  const later = await readLater(db, days)
  const due = later.filter(({ is_returned }) => !is_returned)
  const why = await whyAdjusted(
    db,
    due.map(({ entry }) => entry),
  )
  return [...Map.groupBy(later, ({ currency }) => currency)].map(([currency, rows]) => {
    const before = totals.find((total) => total.currency === currency)?.total ?? 0
    const [own, returned] = [
      rows.filter(({ is_returned }) => !is_returned),
      rows.filter(({ is_returned }) => is_returned),
    ]
    const difference = Number(sumMoney(own.map(({ value }) => value)))
    return {
      currency,
      before,
      after: Number(sumMoney([before.toFixed(2), difference.toFixed(2)])),
      difference,
      causes: causesOf(own, why).toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value)),
      returned: returned.length > 0 ? worth(returned) : null,
    }
  })
}

/** Which adjustments of a bridge, and which page of them. */
export interface BridgeFilter {
  readonly currency: string | null
  /** All that is behind them, together; null: whatever. */
  readonly causes: readonly AdjustmentCause[] | null
  readonly correction: number | null
  readonly limit: number
  readonly offset: number
}

type Row = Omit<BridgeEntry, 'owner' | 'causes' | 'refs'> & {
  readonly affiliate: number | null
  readonly partner: number | null
  readonly name: string
}

async function readRows(db: Kysely<any>, entries: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`select entry.id as entry, entry.affiliate, entry.partner,
      coalesce(affiliate.name, partner.name) as name, source.id as "sourceEntry", source.day::text as "sourceDay",
      entry.day::text as day, entry.currency, entry.value::float8 as value
    from entry join entry_adjustment made on made.entry = entry.id join entry source on source.id = made.source_entry
      left join affiliate on affiliate.id = entry.affiliate left join partner on partner.id = entry.partner
    where entry.id = any(${idArray(entries)}) 
    order by entry.currency, abs(entry.value) desc, entry.id`.execute(db)
  return rows
}

/** The adjustments of a bridge one by one, a currency by itself, those that move most first; each with why, and what that can be found by. */
export async function listBridge(
  db: Kysely<any>,
  days: CompanyDays,
  { currency, causes: wanted, correction, limit, offset }: BridgeFilter,
): Promise<BridgeEntries> {
  const later = (await readLater(db, days)).filter((each) => !each.is_returned)
  const inCurrency = later.filter(
    (each) =>
      (currency === null || each.currency === currency) && (correction === null || each.correction === correction),
  )
  const why = await whyAdjusted(
    db,
    inCurrency.map(({ entry }) => entry),
  )
  const asked = inCurrency.filter(
    ({ entry }) => wanted === null || kindOf(null, why.get(entry)!.causes) === kindOf(null, wanted),
  )
  const totals = [...Map.groupBy(asked, (each) => each.currency)]
    .map(([each, own]) => ({ currency: each, ...worth(own) }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  const rows = await readRows(
    db,
    asked.map(({ entry }) => entry),
  )
  return {
    rows: rows.slice(offset, offset + limit).map(({ affiliate, partner, name, ...row }) => {
      const { causes, refs } = why.get(row.entry)!
      return { ...row, owner: { ...payeeOf({ affiliate, partner }), name }, causes, refs }
    }),
    count: asked.length,
    totals,
    ...(totals.length > 1 ? {} : { value: totals[0]?.value ?? 0 }),
  }
}
