import { type Kysely, sql } from 'kysely'
import { type CurrencyGroup, readCurrencyGroups } from '#features/currency/server/currencyGroups.ts'
import { asOfSql, setAsOf } from '#engine/server/database/systemHistory.ts'
import { lastMomentSql } from './asOf.ts'
import { dimensionColumns } from '#engine/declaration/report.ts'
import { nestRows } from './nestRows.ts'
import type { ReportRequest } from './reportQuestion.ts'
import type { ReportReader } from './reportReader.ts'
import { usualCurrency } from './usualCurrency.ts'
import { readCohorts } from './cohorts/readCohorts.ts'
import { readSettledRows } from './cumulativeSums/readRows.ts'
import { readSettled, readSettledTotal } from './cumulativeSums/readSettled.ts'
import type { ReportWindow } from './reportWindow.ts'
import { findsFirst, type ReportLine, reportSql } from './sql/reportSql.ts'

/**
 * Rows fetched at a time: enough that fetching costs nothing, few enough that an answer of any size needs no more
 * memory.
 */
const batchSize = 2_000

/** The total of a report in one currency and then its rows, some at a time. */
async function* readBook(
  transaction: Kysely<any>,
  question: ReportRequest & { readonly book: CurrencyGroup },
  reader: ReportReader,
): AsyncGenerator<readonly ReportLine[], void, undefined> {
  const { currency } = question.book
  await sql`declare report no scroll cursor for ${asOfSql(reportSql(question, reader), question.knownAt)}`.execute(
    transaction,
  )
  const fetch = () => sql<ReportLine>`fetch ${sql.lit(batchSize)} from report`.execute(transaction)
  let next = fetch()
  try {
    for (let isFirst = true; ; isFirst = false) {
      const { rows } = await next
      const isLast = rows.length < batchSize
      // The database makes the next ones while these are sent; what goes wrong meanwhile is told when it is their turn.
      if (!isLast) (next = fetch()).catch(() => {})
      yield isFirst ? [{ ...rows[0]!, currency, isOnly: question.book.brands === null }, ...rows.slice(1)] : rows
      if (isLast) return void (await sql`close report`.execute(transaction))
    }
  } finally {
    await next.catch(() => {})
  }
}

async function allLines(batches: AsyncIterable<readonly ReportLine[]>): Promise<ReportLine[]> {
  const lines: ReportLine[] = []
  for await (const batch of batches) lines.push(...batch)
  return lines
}

type Row = Readonly<Record<string, unknown>>

/**
 * Rows by the first of what they stand for, each with those inside it: both are sums of the same, so that ratios of a
 * group are made anew. The window is one of the groups; what is inside comes in the same order, where it has the column.
 */
async function groupedLines(
  transaction: Kysely<any>,
  question: ReportRequest & { readonly book: CurrencyGroup },
  reader: ReportReader,
): Promise<ReportLine[]> {
  const { rows, measures, window } = question
  const outer = rows[0]!
  const columns: readonly string[] = [...measures, ...dimensionColumns[outer]]
  const sort = window.sort && columns.includes(window.sort.column) ? window.sort : null
  const groups = { ...question, view: 'list', rows: [outer], window: { ...window, sort } } as const
  const inside = { ...question, view: 'list', window: { ...window, limit: null, offset: 0, q: null } } as const
  const [total, ...found] = await allLines(readBook(transaction, groups, reader))
  const [, ...inner] = await allLines(readBook(transaction, inside, reader))
  const keyOf = (row: Row) => row[dimensionColumns[outer][0]]
  const children = Map.groupBy(
    inner.map(({ json }) => JSON.parse(json) as Row),
    keyOf,
  )
  const withChildren = ({ json }: ReportLine): ReportLine => {
    const row = JSON.parse(json) as Row
    return { part: 'row', json: JSON.stringify({ ...row, children: children.get(keyOf(row)) ?? [] }), count: null }
  }
  return [total!, ...found.map(withChildren)]
}

/** The lines of a book as they are answered: rows of a tree inside each other, which takes all of them. */
async function* bookLines(
  transaction: Kysely<any>,
  question: ReportRequest & { readonly book: CurrencyGroup },
  reader: ReportReader,
): AsyncGenerator<readonly ReportLine[], void, undefined> {
  if (question.view === 'grouped') return yield await groupedLines(transaction, question, reader)
  const batches = readBook(transaction, question, reader)
  if (question.view !== 'structural') return yield* batches
  const [total, ...rows] = await allLines(batches)
  const { limit, offset } = question.window
  const nested = nestRows(rows.map(({ json }) => JSON.parse(json))).slice(
    offset,
    limit === null ? undefined : offset + limit,
  )
  yield [total!, ...nested.map((row): ReportLine => ({ part: 'row', json: JSON.stringify(row), count: null }))]
}

/** What of a window is left for a book, when rows of others stand before it. */
function windowAfter({ window }: ReportRequest, { counted, shown }: { counted: number; shown: number }): ReportWindow {
  return {
    ...window,
    sort: isByCurrency(window) ? null : window.sort,
    offset: Math.max(0, window.offset - counted),
    limit: window.limit === null ? null : Math.max(0, window.limit - shown),
  }
}

/** Rows of one currency stand together, so that to sort by currency is to turn these around. */
const isByCurrency = ({ sort }: ReportWindow) => sort?.column === 'currency'

const inOrder = (books: readonly CurrencyGroup[], window: ReportWindow) =>
  isByCurrency(window) && window.sort?.direction === 'DESC' ? books.toReversed() : books

/** Of several totals of nothing the one in the currency that is the reader's. */
async function ofNothing(
  transaction: Kysely<any>,
  totals: readonly ReportLine[],
  { question, reader }: { question: ReportRequest; reader: ReportReader },
): Promise<ReportLine> {
  if (totals.length === 1) return totals[0]!
  const usual = await usualCurrency(transaction, { question, reader })
  return totals.find(({ currency }) => currency === usual) ?? totals[0]!
}

/**
 * The lines of a report as it is answered, some at a time and all as they are at one moment: for each currency its
 * total, then the rows of the window; a currency without rows is left out where another has some.
 * Where all brands have one currency there is one block. Ends its transaction when the reader stops.
 * @param onMoment told as of which moment it is, before the first lines
 */
export async function* streamReportLines(
  db: Kysely<any>,
  question: ReportRequest,
  reader: ReportReader,
  onMoment: (moment: string) => void = () => {},
): AsyncGenerator<readonly ReportLine[], void, undefined> {
  const { convertedTo, knownAt } = question
  // Two looks at once would each see another moment; and which moment it is, is told.
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    // All rows are wanted: a plan that is quick for the first ones would be the slower one.
    const {
      rows: [said],
    } = await sql<{ moment: string }>`select set_config('cursor_tuple_fraction', '1', true), ${setAsOf(knownAt)},
      (${lastMomentSql}) as moment`.execute(transaction)
    onMoment(knownAt ?? said!.moment)
    const cohorts = await readCohorts(transaction, question, reader)
    const settled = await readSettled(transaction, question, reader)
    const settledTotal = findsFirst(question)
      ? await readSettledTotal(transaction, { ...question, settled }, reader)
      : undefined
    const settledRows = findsFirst(question) ? await readSettledRows(transaction, question, reader) : undefined
    const books =
      convertedTo === undefined
        ? await readCurrencyGroups(transaction, knownAt)
        : [{ currency: convertedTo, brands: null }]
    let [counted, shown] = [0, 0]
    const empty: ReportLine[] = []
    for (const book of inOrder(books, question.window)) {
      let isFirst = true
      for await (const lines of bookLines(
        transaction,
        {
          ...question,
          cohorts,
          settled,
          settledTotal,
          settledRows: books.length === 1 ? settledRows : undefined,
          book,
          window: windowAfter(question, { counted, shown }),
        },
        reader,
      )) {
        if (isFirst && (lines[0]!.count ?? 0) === 0) empty.push(lines[0]!)
        else yield lines
        if (isFirst) counted += lines[0]!.count ?? 0
        shown += lines.length - (isFirst ? 1 : 0)
        isFirst = false
      }
    }
    if (counted === 0) yield [await ofNothing(transaction, empty, { question, reader })]
  } finally {
    await transaction.rollback().execute()
  }
}
