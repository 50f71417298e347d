import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { sql } from 'kysely'
import type { Database } from '#engine/server/database/connect.ts'
import { affiliateTotalColumns } from '#features/activity/server/rollUp/columns.ts'
import { wideCommissionColumns } from '#features/commission/server/close/writeCommission.ts'

/** Days of activity, of October 2026. */
const days = 31
const products = ['bets', 'games', 'lotto'] as const

/**
 * Fills DuckDB with the events of a month: bets and wins of three products mostly, and what belongs to none. The same
 * every time.
 */
export async function makeEvents(
  duck: DuckDBConnection,
  { events, affiliates }: { events: number; affiliates: number },
): Promise<void> {
  await duck.run(`
    create or replace table event as
    with drawn as (select i, hash(i) as a, hash(i + 1000000007) as b, hash(i + 2000000011) as c from range(${events}) numbers(i)),
    typed as (select i, a, b, c, case when b % 100 < 55 then 'bet' when b % 100 < 80 then 'win' when b % 100 < 83 then 'bonus' when b % 100 < 84 then 'chargeback'
      when b % 100 < 92 then 'click' when b % 100 < 95 then 'registration' when b % 100 < 99 then 'deposit' else 'withdrawal' end as type from drawn)
    select i as event_id, type, date '2026-10-01' + (c % ${days})::integer as day, 1 + (a % ${affiliates})::bigint as affiliate,
      case when type in ('bet', 'win', 'bonus', 'chargeback') then ['bets', 'games', 'lotto'][1 + (c // 64 % 3)::integer] else 'none' end as product,
      (case when type in ('click', 'registration') then 0 else 1 + (c // 256) % 20000 end / 100)::decimal(18, 2) as amount
    from typed`)
}

const sumOf = (type: string, product: string) =>
  `coalesce(sum(amount) filter (type = '${type}' and product = '${product}'), 0)`

/**
 * The report as somebody would ask DuckDB for it: by affiliate, over the raw events of the month. Numbers as JSON has
 * them.
 */
export async function rawReport(duck: DuckDBConnection): Promise<Record<string, number>[]> {
  const byProduct = products.flatMap((product) => [
    `${sumOf('bet', product)} as ${product}_turnover`,
    `${sumOf('win', product)} as ${product}_payout`,
    `${sumOf('bonus', product)} as ${product}_bonus`,
  ])
  const reader = await duck.runAndReadAll(`
    select affiliate, ${byProduct.join(', ')}, coalesce(sum(amount) filter (type = 'bet'), 0) as turnover, coalesce(sum(amount) filter (type = 'win'), 0) as payout,
      coalesce(sum(amount) filter (type = 'bonus'), 0) as bonus, coalesce(sum(amount) filter (type = 'chargeback'), 0) as chargebacks,
      coalesce(sum(amount) filter (type = 'deposit'), 0) as deposits, count(*) filter (type = 'click') as clicks, count(*) filter (type = 'registration') as registrations
    from event where day between date '2026-10-01' and date '2026-10-31' group by affiliate order by affiliate`)
  return reader
    .getRowObjectsJson()
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])))
}

interface LoadRequest {
  readonly duck: DuckDBConnection
  readonly database: Database
  /** Where files may be written that the database reads. */
  readonly folder: string
  readonly affiliates: number
}

/** Fills both roll-ups with the same events, as ingest would, and commission with a fee and a reward a row. */
export async function loadMovement({ duck, database: { db }, folder, affiliates }: LoadRequest): Promise<void> {
  await sql`insert into company (name) values ('Bench')`.execute(db)
  await sql`insert into brand (name, slug, site, company, currency) values ('Bench', 'bench', 'https://bench.example',
    1, 'BRL')`.execute(db)
  await sql`insert into campaign (name, brand) values ('Bench', 1)`.execute(db)
  await sql`insert into partner (company, name, token, partner_level) select 1, 'Partner ' || n, 'pt-bench-' || n, 1
    from generate_series(1, 300) n`.execute(db)
  await sql`insert into partner_history (record, valid_from, partner_level) select id, '-infinity', 1
    from partner`.execute(db)
  await sql`insert into affiliate (company, name, token, brands, partner) select 1, 'Affiliate ' || n, 'af-bench-' || n,
    '{1}'::bigint[], 1 + n % 300 from generate_series(1, ${affiliates}::integer) n`.execute(db)
  await sql`insert into affiliate_history (record, valid_from, partner) select id, '-infinity', partner
    from affiliate`.execute(db)
  await sql`insert into action (name, campaign, affiliate, token) select 'Link', 1, id, 'ac-bench-' || id
    from affiliate`.execute(db)
  const file = join(folder, 'movement.csv')
  const sum = (type: string) => `coalesce(sum(amount) filter (type = '${type}'), 0)`
  const count = (type: string) => `count(*) filter (type = '${type}')`
  await duck.run(`copy (select day, 1 as brand, affiliate, affiliate as action, product, ${sum('bet')} as turnover, ${sum('win')} as payout, ${sum('bonus')} as bonus, ${sum('chargeback')} as chargebacks,
    ${count('bet')} as bets, ${count('click')} as clicks, ${count('registration')} as registrations, ${count('deposit')} as deposit_count, ${sum('deposit')} as deposits,
    ${count('withdrawal')} as withdrawal_count, ${sum('withdrawal')} as withdrawals from event group by all order by day, affiliate, product) to '${file}' (header false)`)
  await sql`copy movement (day, brand, affiliate, action, product, turnover, payout, bonus, chargebacks, bets, clicks,
    registrations, deposit_count, deposits, withdrawal_count, withdrawals)
    from ${sql.lit(file)} (format csv)`.execute(db)
  await fillWide(db)
  await sql`insert into commission (day, affiliate, product, brand, action, admin_fee, reward)
    select day, affiliate, product, brand, action, round(greatest(turnover - payout, 0) * 0.1, 2),
      round((turnover - payout - bonus - chargebacks) * 0.3, 2) from movement where product <> 'none'
      order by day, affiliate`.execute(db)
  await sql`insert into commission (day, affiliate, product, brand, action, reward, qty_cpa)
    select day, affiliate, 'cpa', brand, action, 25, 1 from movement where product = 'none' and deposit_count > 1
      order by day, affiliate`.execute(db)
  await fillWideCommission(db)
  for (const table of ['affiliate', 'affiliate_history', 'movement', 'movement_wide', 'commission', 'commission_wide'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** Both wide roll-ups of the month once more, so many months before it: what a past of that length weighs. */
export async function repeatMonth({ db }: Database, months: number): Promise<void> {
  for (const table of ['movement_wide', 'commission_wide']) {
    const {
      rows: [columns],
    } = await sql<{ list: string }>`select string_agg(quote_ident(attname), ', ' order by attnum) as list
      from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
        and attname <> 'day' and attgenerated = '' and attidentity = ''`.execute(db)
    const first = sql`(date '2026-10-01' - make_interval(months => ${months}::integer))::date`
    await sql`insert into ${sql.table(table)} (day, ${sql.raw(columns!.list)})
      select ${first} + (day - date '2026-10-01'), ${sql.raw(columns!.list)} from ${sql.table(table)}
      where day between date '2026-10-01' and date '2026-10-31'
        and ${first} + (day - date '2026-10-01') < ${first} + interval '1 month'
      order by day, affiliate`.execute(db)
  }
}

async function fillWide(db: Database['db']): Promise<void> {
  const sums = affiliateTotalColumns.map(
    ({ product, column, isMoney }) =>
      `coalesce(sum(${column}) filter (where product = '${product}'), 0)${isMoney ? ' * 100' : ''}`,
  )
  await sql`insert into movement_wide (day, brand, affiliate,
    ${sql.raw(affiliateTotalColumns.map(({ name }) => name).join(', '))})
    select day, brand, affiliate, ${sql.raw(sums.join(', '))}
    from movement group by day, brand, affiliate order by day, brand, affiliate`.execute(db)
}

async function fillWideCommission(db: Database['db']): Promise<void> {
  const sums = wideCommissionColumns.map(
    ({ product, column }) =>
      `coalesce(sum(${column}) filter (where product = '${product}'), 0)${column === 'qty_cpa' ? '' : ' * 100'}`,
  )
  await sql`insert into commission_wide (day, brand, affiliate,
    ${sql.raw(wideCommissionColumns.map(({ name }) => name).join(', '))})
    select day, brand, affiliate, ${sql.raw(sums.join(', '))} from commission group by day, brand, affiliate
      order by day, brand, affiliate`.execute(db)
}
