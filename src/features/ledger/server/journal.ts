import { sql } from 'kysely'
import { accounts } from '#resources/accounts.ts'
import type { AccountName } from '#rules/ledger.ts'
import type { Money } from '#engine/values/money.ts'
import type { CellValue, ExportColumn } from '#engine/values/spreadsheet/cells.ts'
import type { Database } from '#engine/server/database/connect.ts'
import type { Table } from '#engine/export/server/csv.ts'
import type { FileTexts } from '#engine/export/server/texts.ts'
import type { LedgerQuestion } from './trialBalance.ts'

const batchSize = 2_000

/** The columns of the accounting file, with what each holds. */
const columns = {
  number: 'number',
  day: 'date',
  code: 'text',
  account: 'text',
  brand: 'text',
  owner: 'text',
  document: 'text',
  currency: 'text',
  debit: 'money',
  credit: 'money',
  postedAt: 'moment',
} as const satisfies Readonly<Record<string, ExportColumn['kind']>>

interface Row {
  readonly id: number
  readonly day: string
  readonly at: Date
  readonly account: AccountName
  readonly brand: string | null
  readonly owner: string | null
  readonly entry: number | null
  readonly payment: number | null
  readonly currency: string
  readonly amount: Money
}

function cellsOf({ id, day, at, account, brand, owner, entry, payment, currency, amount }: Row, texts: FileTexts) {
  const value = Number(amount)
  const [kind, number] = entry === null ? ['payment', payment] : ['entry', entry]
  const cells: Record<keyof typeof columns, CellValue> = {
    number: id,
    day,
    code: accounts[account].code,
    account: texts.translate(`ledger.accounts.${account}`),
    brand,
    owner,
    document: number === null ? null : `${texts.translate(`ledger.${kind}`)} ${number}`,
    currency,
    debit: value > 0 ? value : null,
    credit: value < 0 ? -value : null,
    postedAt: at.toISOString(),
  }
  return Object.keys(columns).map((name) => cells[name as keyof typeof columns])
}

/** Everything posted on some days in order, some rows at a time, from one moment's view. */
async function* rowsOf({ readDb }: Database, question: LedgerQuestion, texts: FileTexts) {
  const transaction = await readDb
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    // Whoever takes nothing for a minute has gone.
    await sql`select set_config('idle_in_transaction_session_timeout', '60000', true)`.execute(transaction)
    for (let after: { day: string; id: number } | null = null; ;) {
      const isNext = after ? sql`(day, posting.id) > (${after.day}::text::date, ${after.id}::bigint)` : sql`true`
      const read: { rows: Row[] } = await sql<Row>`
        select posting.id, posting.day::text as day, posting.at, posting.account, brand.name as brand,
          coalesce(affiliate.name, partner.name) as owner, posting.entry, posting.payment, posting.currency,
          posting.amount
        from posting left join brand on brand.id = posting.brand left join affiliate on affiliate.id = posting.affiliate
        left join partner on partner.id = posting.partner
        where posting.company = ${question.company.id}::bigint
          and posting.day between ${question.from}::text::date and ${question.to}::text::date and ${isNext}
        order by posting.day, posting.id limit ${sql.lit(batchSize)}`.execute(transaction)
      const { rows } = read
      if (rows.length > 0) yield rows.map((row) => cellsOf(row, texts))
      if (rows.length < batchSize) return
      after = rows.at(-1)!
    }
  } finally {
    await transaction.rollback().execute()
  }
}

/** Every posting of a company on some days, by the plan of accounts, as the accountant's program reads it. */
export function journalOf(database: Database, question: LedgerQuestion, texts: FileTexts): Table {
  const labelled = Object.entries(columns).map(([name, kind]) => ({
    label: texts.translate(`ledger.columns.${name}`),
    kind,
    currency: Object.keys(columns).indexOf('currency'),
  }))
  return { columns: labelled, rows: rowsOf(database, question, texts) }
}
