import { type Kysely, sql } from 'kysely'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { OverlayVersion, StudioAnswer } from '../answers/studio.ts'

const versionsShown = 50

interface Row {
  readonly version: number
  readonly author: string | null
  readonly at: Date
  readonly content: Overlay
}

/** The newest published versions. */
export async function readVersions(db: Kysely<any>, limit: number = versionsShown): Promise<OverlayVersion[]> {
  const { rows } = await sql<Row>`select overlay.version, coalesce("user".name, "user".email) as author, overlay.at,
      overlay.content from overlay left join "user" on "user".id = overlay.author
    where overlay.version is not null order by overlay.version desc limit ${limit}::integer`.execute(db)
  return rows.map(({ at, content, ...row }) => ({ ...row, at: at.toISOString(), overlay: content }))
}

/** Somebody's draft; null where there is none. */
export async function readDraft(db: Kysely<any>, userId: number): Promise<StudioAnswer['draft']> {
  const { rows } = await sql<{ content: Overlay; based_on: number }>`select content, based_on from overlay
    where author = ${userId} and version is null`.execute(db)
  return rows[0] ? { overlay: rows[0].content, basedOn: rows[0].based_on } : null
}

/** Keeps a draft in the place of the one before. */
export async function storeDraft(
  db: Kysely<any>,
  { userId, overlay, basedOn }: { userId: number; overlay: Overlay; basedOn: number },
): Promise<void> {
  await sql`insert into overlay (author, content, based_on) values (${userId}, ${JSON.stringify(overlay)}::text::json, ${basedOn}::integer)
    on conflict (author) where version is null do update set content = excluded.content, based_on = excluded.based_on, at = now()`.execute(
    db,
  )
}

/** Removes somebody's draft. */
export async function deleteDraft(db: Kysely<any>, userId: number): Promise<void> {
  await sql`delete from overlay where author = ${userId} and version is null`.execute(db)
}

/** Publishes an overlay as the version after `basedOn`. @throws ApiError `stale_version` where there is one already */
export async function publish(
  transaction: Kysely<any>,
  { userId, overlay, basedOn }: { userId: number | null; overlay: Overlay; basedOn: number },
): Promise<number> {
  const version = basedOn + 1
  const { rows } = await sql`insert into overlay (version, based_on, author, content)
    select ${version}::integer, ${basedOn}::integer, ${userId}::bigint, ${JSON.stringify(overlay)}::text::json
      where ${basedOn}::integer = (select coalesce(max(version), 0) from overlay)
    on conflict (version) do nothing returning version`.execute(transaction)
  if (rows.length === 0) throw new ApiError('stale_version')
  return version
}
