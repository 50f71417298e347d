import { sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { GivenView, ViewedPage } from './readView.ts'

/**
 * A view of a report or list that somebody keeps: `report` or `list` names the page, `query` is what stands in the
 * page's address.
 */
export interface SavedView {
  readonly id: number
  readonly report?: string
  readonly list?: string
  readonly name: string
  readonly query: string
}

const viewsMax = 50
const foreignKeyViolation = '23503'

type Row = Pick<SavedView, 'id' | 'name' | 'query'>

const shownView = ({ kind, name: page }: ViewedPage, { id, name, query }: Row): SavedView => ({
  id,
  [kind]: page,
  name,
  query,
})

/** Somebody's views of a page, by name. */
export async function listViews(
  { database }: AppContext,
  { userId, page }: { userId: number; page: ViewedPage },
): Promise<readonly SavedView[]> {
  const { rows } = await sql<Row>`select id, name, query from saved_view
      where user_id = ${userId} and ${sql.ref(page.kind)} = ${page.name} order by name, id`.execute(database.db)
  return rows.map((row) => shownView(page, row))
}

/** Keeps a view; one of the same name is replaced. @throws ApiError `too_many_items` beyond 50 of a page */
export async function saveView(
  { database }: AppContext,
  { userId, view }: { userId: number; view: GivenView },
): Promise<SavedView> {
  const { page, name, query } = view
  const column = sql.ref(page.kind)
  const {
    rows: [saved],
  } = await sql<Row>`insert into saved_view (user_id, ${column}, name, query)
    select ${userId}::text::bigint, ${page.name}::text, ${name}::text, ${query}::text
    where (select count(*) from saved_view where user_id = ${userId} and ${column} = ${page.name}::text
      and name <> ${name}::text) < ${sql.lit(viewsMax)}
    on conflict (user_id, report, list, name) do update set query = excluded.query returning id, name, query`.execute(
    database.db,
  )
  if (!saved) throw validationError([{ field: 'name', code: 'too_many_items', values: { max: viewsMax } }])
  return shownView(page, saved)
}

/**
 * Forgets a view.
 * @throws ApiError `not_found` where it is nobody's or somebody else's, `view_has_schedule` where files are made of it
 */
export async function removeView(
  { database }: AppContext,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  const { rows } = await sql`delete from saved_view where id = ${id} and user_id = ${userId} returning id`
    .execute(database.db)
    .catch((error: unknown) => {
      throw (error as { code?: string }).code === foreignKeyViolation ? new ApiError('view_has_schedule') : error
    })
  if (rows.length === 0) throw new ApiError('not_found')
}
