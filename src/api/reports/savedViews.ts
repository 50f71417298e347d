import { sql } from 'kysely'
import { type Report, reportFilters } from '../../config/report.ts'
import type { Problem } from '../../config/problems.ts'
import { hasUnstorableCharacters } from '../../domain/text.ts'
import type { AppContext } from '../context.ts'
import { ApiError, problemsError } from '../errors.ts'
import { reportNamed } from './reportQuestion.ts'

/** A view of a report that somebody keeps. `query` is what stands in the page's address. */
export interface SavedView {
  readonly id: number
  readonly report: string
  readonly name: string
  readonly query: string
}

const nameLengthMax = 60
const queryLengthMax = 2_000
const viewsMax = 50
const foreignKeyViolation = '23503'

/** What a view may hold: no token, which is somebody's key. A period is two days, or a name of one that moves on with the calendar. */
const viewParameters: ReadonlySet<string> = new Set(['from', 'to', 'preset', 'view', 'sort', 'hide', 'compare', ...reportFilters])

function textProblem(field: 'name' | 'query', value: unknown, max: number): Problem | null {
  if (typeof value !== 'string') return { field, code: value === undefined || value === null ? 'required' : 'invalid_type', ...(value === undefined || value === null ? {} : { values: { expected: 'a text' } }) }
  if (field === 'name' && value.trim() === '') return { field, code: 'required' }
  if (value.length > max) return { field, code: 'too_long', values: { max } }
  return hasUnstorableCharacters(value) ? { field, code: 'unstorable_characters' } : null
}

function queryProblem(query: unknown): Problem | null {
  const problem = textProblem('query', query, queryLengthMax)
  if (problem) return problem
  const unknown = [...new URLSearchParams(query as string).keys()].find((name) => !viewParameters.has(name))
  return unknown === undefined ? null : { field: 'query', code: 'unknown_filter' }
}

/** Reads `{report, name, query}`. Refuses with 400 what is missing, too long, unknown, and queries that hold anything but filters and looks. */
export function readView(body: unknown): Omit<SavedView, 'id'> {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) throw new ApiError('invalid_request', { values: { reason: 'the body must be a JSON object' } })
  const { report, name, query, ...others } = body as Record<string, unknown>
  const problems = [
    ...Object.keys(others).map((field): Problem => ({ field, code: 'unknown_property' })),
    ...[textProblem('name', name, nameLengthMax), queryProblem(query)].filter((problem) => problem !== null),
  ]
  if (problems.length > 0) throw problemsError(problems)
  const known: Report = reportNamed(String(report))
  return { report: known.name, name: (name as string).trim(), query: query as string }
}

/** Somebody's views of a report, by name. */
export async function listViews({ database }: AppContext, { userId, report }: { userId: number; report: Report }): Promise<readonly SavedView[]> {
  const { rows } = await sql<SavedView>`select id, report, name, query from saved_view where user_id = ${userId} and report = ${report.name} order by name, id`.execute(database.db)
  return rows
}

/** Keeps a view; one of the same name is replaced. @throws ApiError `too_many_items` beyond 50 of a report */
export async function saveView({ database }: AppContext, { userId, view }: { userId: number; view: Omit<SavedView, 'id'> }): Promise<SavedView> {
  const { report, name, query } = view
  const { rows: [saved] } = await sql<SavedView>`insert into saved_view (user_id, report, name, query)
    select ${userId}::text::bigint, ${report}::text, ${name}::text, ${query}::text
    where (select count(*) from saved_view where user_id = ${userId} and report = ${report}::text and name <> ${name}::text) < ${sql.lit(viewsMax)}
    on conflict (user_id, report, name) do update set query = excluded.query returning id, report, name, query`.execute(database.db)
  if (!saved) throw problemsError([{ field: 'name', code: 'too_many_items', values: { max: viewsMax } }])
  return saved
}

/** Forgets a view. @throws ApiError `not_found` where it is nobody's or somebody else's, `view_has_schedule` where files are made of it */
export async function removeView({ database }: AppContext, { userId, id }: { userId: number; id: number }): Promise<void> {
  const { rows } = await sql`delete from saved_view where id = ${id} and user_id = ${userId} returning id`.execute(database.db).catch((error: unknown) => {
    throw (error as { code?: string }).code === foreignKeyViolation ? new ApiError('view_has_schedule') : error
  })
  if (rows.length === 0) throw new ApiError('not_found')
}
