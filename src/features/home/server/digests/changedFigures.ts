import { addDays } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { ReportChange } from '#features/reporting/answers/changes.ts'
import { readerBySession } from '#features/reporting/server/reportReader.ts'
import { answerChanges } from '#features/reporting/server/routes.ts'
import type { DigestAmount, DigestLine } from '../../answers/digests.ts'
import { readSources } from './changeSources.ts'
import { type DigestQuestion, mayAsk, pagesOf } from './digestQuestion.ts'

/** How far back figures are compared, in days; a report's range is shorter than a month. */
const comparedDays = 28

/** What a column changed by, one amount a currency; those that came out even are left out. */
function differencesOf(changes: readonly ReportChange[], column: string): DigestAmount[] {
  const own = changes.filter((change) => change.column === column)
  return [...Map.groupBy(own, ({ currency }) => currency)].flatMap(([currency, some]) => {
    const cents = some.reduce((sum, { difference }) => sum + Math.round(difference! * 100), 0)
    return cents === 0 ? [] : [{ currency, value: cents / 100 }]
  })
}

/** What of the days before is not what it was, by cause: a line each, with what came late or was corrected. */
export async function changedFigures(context: AppContext, question: DigestQuestion): Promise<DigestLine[]> {
  const { actor, since } = question
  const { report, rows, path } = pagesOf(actor)
  if (!mayAsk(actor, report)) return []
  const days = { from: addDays(question.from, -comparedDays), to: addDays(question.from, -1) }
  const reader = readerBySession(report, actor)
  const answer = await answerChanges(context, {
    report,
    reader,
    asked: { ...days, rows, since: since.toISOString() },
  }).catch((error: unknown) => {
    // What was known then is not kept so far back: there is nothing to compare with.
    if (error instanceof ApiError && error.code === 'not_known_then') return { changes: [] }
    throw error
  })
  const money = ['ngr', 'affiliate_reward']
  const own = answer.changes.filter((change) => money.includes(change.column) && change.difference)
  const lines: DigestLine[] = []
  for (const [cause, changes] of Map.groupBy(own, (change) => change.cause)) {
    const [ngr, commission] = [differencesOf(changes, 'ngr'), differencesOf(changes, 'affiliate_reward')]
    if (ngr.length + commission.length === 0) continue
    const refs = new Map(changes.flatMap((change) => change.refs).map((ref) => [`${ref.kind} ${ref.id}`, ref]))
    const touched = [...new Set(changes.map(({ key }) => String(key['day'])))].toSorted()
    const sources = await readSources(context, { actor, cause, refs: [...refs.values()], days: touched })
    lines.push({
      code: 'changed',
      cause,
      days: touched.length,
      ngr,
      commission,
      sources,
      path: path({ ...days, since: since.toISOString() }),
    })
  }
  return lines
}
