import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { orIfWorkerDown } from '#engine/server/database/unavailable.ts'
import { entityTag, hasTag } from '#engine/server/http/entityTag.ts'
import { isPartialAnswer } from './isPartial.ts'
import { readConversion } from '#features/currency/server/conversion.ts'
import { asOf } from './asOf.ts'
import { paybackCounter, readPaybacks, tellsPaybacks } from './cohorts/paybacks.ts'
import { freshnessOfReport } from './freshness.ts'
import { newestEvent } from './newestEvent.ts'
import { streamReportLines } from './readLines.ts'
import { amountDays } from './sql/amountDays.ts'
import type { ReportRequest } from './reportQuestion.ts'
import { clockOfReader, readReportAs, type ReportReader } from './reportReader.ts'
import type { ReportLine } from './sql/reportSql.ts'
import { zoneOf } from '#engine/records/server/change.ts'

/**
 * An answer up to this length (windows of a page, all of a small office) is sent whole, with a tag by which a client can
 * ask whether it changed; a longer one is packed and sent while it is read, which takes a fifth less.
 */
const wholeLengthMax = 1024 * 1024

type Chunks = AsyncGenerator<string, void, undefined>

/**
 * The text of an answer, piece by piece. A total stands alone where all is in one currency, and one a currency always:
 * nothing adds two up.
 */
async function* answerText(
  { context, question, reader }: Pick<SendRequest, 'context' | 'question' | 'reader'>,
  onMoment: (moment: string) => void,
): Chunks {
  const { from, to, convertedTo, knownAt } = question
  const db = readReportAs(context.database, reader)
  const conversion =
    convertedTo === undefined
      ? null
      : await asOf(db, knownAt, (reading) =>
          readConversion(reading, { from, to, currency: convertedTo, knownAt }, amountDays(question, reader)),
        )
  // The figures are whole without it.
  const upTo = orIfWorkerDown(() => asOf(db, knownAt, (reading) => newestEvent(reading, { question, reader })), null)
  // Awaited below; until then its failure is nobody's.
  upTo.catch(() => {})
  const isPartial = asOf(db, knownAt, (reading) => isPartialAnswer(reading, question, reader))
  isPartial.catch(() => {})
  const freshness = freshnessOfReport(context, { question, reader })
  freshness.catch(() => {})
  const head = `{"from":"${from}","to":"${to}","zone":${JSON.stringify(zoneOf(context, clockOfReader(reader)))},${knownAt === undefined ? '' : `"knownAt":"${knownAt}",`}`
  const totals: ReportLine[] = []
  const hasPaybacks = question.report.source === 'cohorts' && question.window.offset === 0
  const counter = hasPaybacks && tellsPaybacks(question) ? paybackCounter(question) : undefined
  let isFirst = true
  for await (const lines of streamReportLines(db, question, reader, onMoment)) {
    // Of one currency the total is known before the rows.
    if (totals.length === 0) yield `${head}${lines[0]!.isOnly ? sumsText([lines[0]!]) : ''}"rows":[`
    totals.push(...lines.filter(({ part }) => part === 'total'))
    counter?.take(lines)
    const rows = lines.filter(({ part }) => part === 'row').map(({ json }) => json)
    if (rows.length > 0) yield `${isFirst ? '' : ','}${rows.join(',')}`
    isFirst = isFirst && rows.length === 0
  }
  const paybacks = counter ? counter.paybacks() : hasPaybacks ? await readPaybacks(db, question, reader) : undefined
  const told = await freshness
  yield `],${totals[0]!.isOnly ? '' : sumsText(totals)}"totals":[${totals.map(withCurrency).join(',')}],${conversion ? `"rates":${JSON.stringify(conversion.rates)},` : ''}${(await isPartial) ? '"isPartial":true,' : ''}${paybacks ? `"payback":${JSON.stringify(paybacks)},` : ''}${told ? `"freshness":${JSON.stringify(told)},` : ''}"upTo":${JSON.stringify(await upTo)}}`
}

/** How many rows there are, and what they come to where all of them are in one currency. */
function sumsText(totals: readonly ReportLine[]): string {
  const count = totals.reduce((sum, line) => sum + (line.count ?? 0), 0)
  return `"count":${count},${totals.length === 1 ? `"total":${totals[0]!.json},` : ''}`
}

/** A total that says of which currency it is. */
const withCurrency = ({ json, currency }: ReportLine): string =>
  `{"currency":${JSON.stringify(currency)},${json.slice(1)}`

/** A report as it is answered, whole: for windows of it. */
export async function readReport(asked: Pick<SendRequest, 'context' | 'question' | 'reader'>): Promise<string> {
  let text = ''
  for await (const part of answerText(asked, () => {})) text += part
  return text
}

/** Reads up to a length; `rest` is what then is still to come, or null. */
async function readWhole(chunks: Chunks, lengthMax: number): Promise<{ text: string; rest: Chunks | null }> {
  let text = ''
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) return { text, rest: null }
    text += value
    if (text.length > lengthMax) return { text, rest: chunks }
  }
}

async function* joined(first: string, rest: Chunks): Chunks {
  try {
    yield first
    yield* rest
  } finally {
    // Whoever went away before the end must not hold a transaction.
    await rest.return()
  }
}

interface SendRequest {
  readonly context: AppContext
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly question: ReportRequest
  readonly reader: ReportReader
  /** {@link wholeLengthMax} where nothing is said. */
  readonly lengthMax?: number
}

/**
 * Answers a report: JSON (unchanged numbers are 304 for whoever names the tag of what it has), streamed where it is
 * long.
 */
export async function sendReport({
  context,
  request,
  reply,
  question,
  reader,
  lengthMax = wholeLengthMax,
}: SendRequest): Promise<FastifyReply> {
  const { text, rest } = await readWhole(
    answerText({ context, question, reader }, (moment) => void reply.header('known-at', moment)),
    lengthMax,
  )
  reply.header('vary', [reply.getHeader('vary'), 'authorization'].flat().filter(Boolean).join(', '))
  const json = 'application/json; charset=utf-8'
  if (rest) return reply.type(json).send(Readable.from(joined(text, rest), { objectMode: false }))
  const tag = entityTag(text)
  reply.header('etag', tag)
  return hasTag(request, tag) ? reply.code(304).send() : reply.type(json).send(text)
}
