import { type Kysely, sql } from 'kysely'
import type { AppContext } from '#engine/server/context.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { OpenSession } from './session/readSession.ts'
import { keepLists } from './listPreferences.ts'
import type { Preferences } from './requestBody.ts'
import type { RequestOrigin } from './requestOrigin.ts'
import { actorOfSession } from './session/readSession.ts'

/**
 * Keeps the preferences of a session's user. The language is a field of the user's record, so its version goes up with
 * it and the change is logged; the layout is
 * the pages' own and replaces the one before; choices about lists are merged one by one.
 */
export async function setPreferences(
  context: AppContext,
  given: { session: OpenSession; preferences: Preferences; origin: RequestOrigin },
): Promise<void> {
  const { language, layout, lists } = given.preferences
  await inTransaction(context.database.db, async (transaction) => {
    if (language !== undefined) await setLanguage(context, transaction, { ...given, language })
    if (layout !== undefined) await setLayout(context, transaction, { userId: given.session.user.id, layout })
    if (lists !== undefined) await keepLists(context, transaction, { userId: given.session.user.id, lists })
  })
}

async function setLanguage(
  context: AppContext,
  db: Kysely<any>,
  { session, language, origin }: { session: OpenSession; language: string; origin: RequestOrigin },
): Promise<void> {
  const { user } = session
  const at = context.now()
  const { rows } = await sql<{
    before: string | null
  }>`select language as before from "user" where id = ${user.id} for update`.execute(db)
  const before = rows[0]?.before ?? null
  if (before === language) return
  await sql`update "user" set language = ${language}, version = version + 1, updated_at = ${at}
    where id = ${user.id}`.execute(db)
  const changes = [{ field: 'language', before, after: language }]
  await logActivity(db, {
    actor: actorOfSession(session, user),
    request: origin,
    operation: 'update',
    object: 'user',
    objectId: user.id,
    changes,
    at,
  })
}

async function setLayout(
  context: AppContext,
  db: Kysely<any>,
  { userId, layout }: { userId: number; layout: Record<string, unknown> },
): Promise<void> {
  await sql`insert into user_preference (user_id, layout, updated_at)
    values (${userId}, ${JSON.stringify(layout)}::text::jsonb, ${context.now()})
    on conflict (user_id) do update set layout = excluded.layout, updated_at = excluded.updated_at`.execute(db)
}
