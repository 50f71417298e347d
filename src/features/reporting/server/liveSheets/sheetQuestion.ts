import { viewParameters } from '#engine/declaration/report.ts'
import { askedByAddress, readLooks, recordFilters } from '#engine/declaration/derive/report/storedQuery.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AppContext } from '#engine/server/context.ts'
import { validationError } from '#engine/server/http/errors.ts'
import { todayOf } from '#engine/records/server/change.ts'
import { periodOfAddress } from '../downloads/reportRequest.ts'
import { type ReportRequest, reportNamed } from '../reportQuestion.ts'
import { readerBySession, type ReportReader } from '../reportReader.ts'
import { checkedQuestion } from '../routes.ts'

/** What the address of a sheet's page may say beside what a saved view keeps. */
const ownParameters = ['rows', 'currency']

/**
 * What a live sheet asks now, with somebody's rights of this moment; a period by name is looked up from today.
 * @throws ApiError what the report API would answer; `unknown_filter` for a key, a moment and whatever no view keeps
 */
export async function sheetQuestion(
  context: AppContext,
  actor: Actor,
  asked: { readonly report: string; readonly query: string },
): Promise<{ readonly question: ReportRequest; readonly reader: ReportReader; readonly hidden: ReadonlySet<string> }> {
  const report = reportNamed(asked.report)
  const search = new URLSearchParams(asked.query)
  const known = new Set<string>([...viewParameters, ...recordFilters(report), ...ownParameters])
  if ([...search.keys()].some((name) => !known.has(name)))
    throw validationError([{ field: 'query', code: 'unknown_filter' }])
  const reader = readerBySession(report, actor)
  const { sort, hidden } = readLooks({ sort: search.get('sort'), hide: search.get('hide') })
  const period = periodOfAddress(asked.query, todayOf(context, actor))
  const filters = Object.entries(askedByAddress(report, search))
  const isSorted = sort !== null && report.measures.some((name) => name === sort.column)
  const question = await checkedQuestion(context, {
    report,
    reader,
    asked: {
      ...Object.fromEntries(filters.map(([name, values]) => [name, name === 'view' ? values[0] : values])),
      ...(search.get('span') === 'year' ? { year: period.to.slice(0, 7) } : { ...period }),
      ...Object.fromEntries(
        ['q', ...ownParameters]
          .map((name) => [name, search.get(name) ?? undefined] as const)
          .filter(([, value]) => value !== undefined),
      ),
      ...(isSorted ? { sort: JSON.stringify([sort.column, sort.isDescending ? 'DESC' : 'ASC']) } : {}),
    },
  })
  return { question, reader, hidden }
}
