import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { type ListPreferences, keptListChoices } from '#engine/declaration/listPreferences.ts'
import type { Problem } from '#engine/declaration/problems.ts'
import type { AppContext } from '#engine/server/context.ts'

/**
 * What changes of somebody's lists, by entity: a choice that is given replaces the one before, null forgets it, the
 * others stay.
 */
export type ListChanges = Readonly<Record<string, Readonly<Record<string, unknown>>>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const notAnObject = (field: string): Problem => ({ field, code: 'invalid_type', values: { expected: 'an object' } })

/**
 * What is wrong with the `lists` of a body. What can be kept is bounded by the number of entities and choices there
 * are.
 */
export function listsProblems(lists: unknown): Problem[] {
  if (lists === undefined) return []
  if (!isObject(lists)) return [notAnObject('lists')]
  return Object.entries(lists).flatMap(([name, changes]) => {
    const field = `lists.${name}`
    if (!Object.hasOwn(resources, name)) return [{ field, code: 'unknown_property' }]
    return isObject(changes)
      ? Object.entries(changes).flatMap(([choice, value]) => choiceProblem(`${field}.${choice}`, choice, value))
      : [notAnObject(field)]
  })
}

function choiceProblem(field: string, choice: string, value: unknown): Problem[] {
  if (!Object.hasOwn(keptListChoices, choice)) return [{ field, code: 'unknown_property' }]
  const { isGood, expected } = keptListChoices[choice as keyof ListPreferences]
  return value === null || isGood(value) ? [] : [{ field, code: 'invalid_type', values: { expected } }]
}

/**
 * Merges choices into those somebody has, under the lock of their row: what another tab keeps at the same time stays.
 */
export async function keepLists(
  context: AppContext,
  db: Kysely<any>,
  { userId, lists }: { userId: number; lists: ListChanges },
): Promise<void> {
  const now = context.now()
  await sql`insert into user_preference (user_id, updated_at) values (${userId}, ${now}) on conflict (user_id) do update
    set updated_at = excluded.updated_at`.execute(db)
  for (const [name, changes] of Object.entries(lists)) {
    await sql`update user_preference
      set lists = lists || jsonb_build_object(${name}::text, jsonb_strip_nulls(coalesce(lists -> ${name}::text,
        '{}') || ${JSON.stringify(changes)}::text::jsonb))
      where user_id = ${userId}`.execute(db)
  }
}

/** How somebody's lists look, by entity. Entities that are no longer declared are left out. */
export async function readLists(db: Kysely<any>, userId: number): Promise<Readonly<Record<string, ListPreferences>>> {
  const { rows } = await sql<{
    lists: Record<string, ListPreferences>
  }>`select lists from user_preference where user_id = ${userId}`.execute(db)
  return Object.fromEntries(Object.entries(rows[0]?.lists ?? {}).filter(([name]) => Object.hasOwn(resources, name)))
}
