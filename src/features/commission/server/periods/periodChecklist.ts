import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type ChecklistCode, type ChecklistItem, type ChecklistRef, requiredCodes } from '../../answers/periods.ts'
import { addDays, type Day, earliestDay } from '#engine/values/calendar.ts'
import { defaultCurrency } from '#engine/values/money.ts'
import { bucketOfColumn } from '../close/closeDays.ts'
import { type CompanyDays, isOfCompany } from './controlTotals.ts'

/** At most so many cases of each line are named; their number is always whole. */
const refsMax = 100

/** What a line of the checklist is made of: rows, each a case or several alike (`cases`). */
type Row = Readonly<Record<string, string | number | Date | null>> & { readonly cases?: number | string }

/** What makes the rows of each line. */
type Finder = (days: CompanyDays & { readonly lastClosable: Day }) => RawBuilder<unknown>

const within = ({ from, to }: CompanyDays, column: RawBuilder<unknown>) =>
  sql`${column} between ${from}::text::date and ${to}::text::date`
const brandsOf = (company: number) => sql`(select brand.id from brand where brand.company = ${company}::bigint)`
const eachDay = (from: Day, to: Day) =>
  sql`generate_series(${from}::text::date, ${to}::text::date, interval '1 day') each (at) cross
    join lateral (select each.at::date as day) days`

const finders: Readonly<Record<ChecklistCode, Finder>> = {
  // Asked day by day, so that the index answers: a month of a large company has hundreds of thousands of rows.
  days_never_closed: ({
    company,
    from,
    lastClosable,
  }) => sql`select days.day::text as day from ${eachDay(from, lastClosable)}
    where not exists (select from closed_day where closed_day.day = days.day) and exists (select
      from ${brandsOf(company)} own join movement_wide on movement_wide.brand = own.id and movement_wide.day = days.day)
    order by 1`,
  days_changed: (days) => sql`select changed.day::text as day from (
      select dirty_day.day from dirty_day join affiliate on affiliate.id = dirty_day.affiliate
        where affiliate.company = ${days.company}::bigint
      union select partner_dirty_day.day from partner_dirty_day
        join affiliate on ${bucketOfColumn(sql`affiliate.id`)} = partner_dirty_day.bucket
        where affiliate.company = ${days.company}::bigint) changed
    where ${within(days, sql`changed.day`)} and exists (select from closed_day where closed_day.day = changed.day)
      order by 1`,
  stopped_owners: (
    days,
  ) => sql`select problem.day::text as day, affiliate.id as affiliate, partner.id as partner, coalesce(affiliate.name,
    partner.name) as name, problem.currency,
      nullif(problem.product, '') as product, problem.code
    from close_problem problem left join affiliate on problem.owner_kind = 'affiliate' and affiliate.id = problem.owner
      left join partner on problem.owner_kind = 'partner' and partner.id = problem.owner
    where ${within(days, sql`problem.day`)} and coalesce(affiliate.company, partner.company) = ${days.company}::bigint
      order by problem.day, name, problem.currency, problem.product`,
  awaiting_adjustments: (
    days,
  ) => sql`select entry.id as entry, entry.day::text as day, entry.affiliate, entry.partner, entry.currency, entry.value
    from entry
    where entry.status = 'awaiting_approval' and ${within(days, sql`entry.day`)}
      and ${isOfCompany('entry', days.company)} order by entry.day, entry.id`,
  awaiting_corrections: ({ company, from, to }) => sql`select correction.id as correction, correction.object as name,
      correction.valid_from::text as day
    from correction join correction_preview preview on preview.correction = correction.id
    where correction.state = 'waiting' and correction.company = ${company}::bigint
      and correction.valid_from <= ${to}::text::date and coalesce(preview.valid_to, 'infinity') > ${from}::text::date
      order by correction.id`,
  unattributed_events: (
    days,
  ) => sql`select event.brand, event.unattributed as code, count(*) as count, count(*) as cases from event
    where event.action is null and event.brand in ${brandsOf(days.company)} and ${within(days, sql`event.day`)}
      group by 1, 2 order by 1, 2`,
  failed_jobs: () => sql`select last.kind as job, last.id as run, to_char(last.finished_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at from (
      select distinct on (kind) kind, id, state, finished_at from job where state in ('done', 'failed')
        and started_at is not null order by kind, id desc) last
    where last.state = 'failed' order by 1`,
  // What was written up to the end of the period and is not paid.
  negative_balances: ({
    company,
    to,
  }) => sql`select entry.affiliate, entry.partner, coalesce(min(affiliate.name), min(partner.name)) as name,
    entry.currency, sum(entry.value) as value
    from entry left join affiliate on affiliate.id = entry.affiliate left join partner on partner.id = entry.partner
    where entry.status = 'pending' and entry.day <= ${to}::text::date and coalesce(affiliate.company,
      partner.company) = ${company}::bigint
    group by entry.affiliate, entry.partner, entry.currency having sum(entry.value) < 0
      order by sum(entry.value), 1, 2`,
  // Into the currency of the company's first brand, by which it can read everything in one.
  missing_rates: ({
    company,
    from,
    to,
  }) => sql`with own as (select id, coalesce(currency, ${defaultCurrency}::text) as currency from brand
    where company = ${company}::bigint),
      main as (select currency from own order by id limit 1)
    select own.currency, main.currency as "to", min(days.day)::text as day, count(distinct days.day) as count from own
      cross join main cross join ${eachDay(from, to)}
    where own.currency <> main.currency and exists (select from movement_wide where movement_wide.brand = own.id
      and movement_wide.day = days.day)
      and not exists (select from rate where rate.from_currency = own.currency and rate.to_currency = main.currency
        and rate.day <= days.day)
    group by 1, 2 order by 1`,
}

const isNumeric: ReadonlySet<string> = new Set(['value', 'count'])

function refOf({ cases: _cases, ...row }: Row): ChecklistRef {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      value === null ? [] : [[name, isNumeric.has(name) ? Number(value) : value]],
    ),
  )
}

/**
 * What speaks for and against signing a company's days, with the cases.
 * @param today the present business day: it and those after it are still to be closed
 */
export async function readChecklist(db: Kysely<any>, days: CompanyDays, today: Day): Promise<ChecklistItem[]> {
  const asked = { ...days, lastClosable: earliestDay(days.to, addDays(today, -1)) }
  const items: ChecklistItem[] = []
  for (const [code, find] of Object.entries(finders) as [ChecklistCode, Finder][]) {
    const { rows } = await sql<Row>`${find(asked)}`.execute(db)
    const count = rows.reduce((sum, { cases }) => sum + Number(cases ?? 1), 0)
    items.push({
      code,
      ok: count === 0,
      count,
      refs: rows.slice(0, refsMax).map(refOf),
      required: requiredCodes.includes(code),
    })
  }
  return items
}
