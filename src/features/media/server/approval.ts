import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { noteAuthorSql } from '#engine/records/server/authors.ts'
import { type WriteContext, writeAuditEntry, zoneOf } from '#engine/records/server/change.ts'
import type { TransitionEffect } from '#engine/records/server/transitions/transitionEffect.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** A medium as whoever gives it an image reads it. */
interface MediaRow {
  readonly kind: string
  readonly state: string
  /** Of the image's bytes. */
  readonly digest: string | null
}

/**
 * The medium behind an id, kept from others until the transaction ends.
 * @throws ApiError `not_found`
 */
export async function lockMedia({ db, actor }: Pick<WriteContext, 'db' | 'actor'>, id: number): Promise<MediaRow> {
  const isVisible = scopeCondition({ actor, resource: resources.media, alias: 'media' })
  const row = await firstRow(
    db,
    sql<MediaRow>`select media.kind, media.state,
        (select digest from media_file file where file.media = media.id) as digest
      from media where media.id = ${String(id)}::text::bigint and ${isVisible} for update of media`,
  )
  if (!row) throw new ApiError('not_found')
  return row
}

/** A medium that somebody wrote or changed is a draft: nobody approved it as it is now. */
export async function makeDraft(
  db: Kysely<any>,
  { id, changedBy, at }: { id: number | string; changedBy: number | null; at: Date },
): Promise<void> {
  await sql`update media set state = 'draft', ${noteAuthorSql('media', changedBy)}, withdrawn_why = null,
    updated_at = ${timestamp(at)} where id = ${String(id)}::text::bigint`.execute(db)
}

/** What changes has to be approved anew; the log says that it was taken back to a draft. */
export const mediaToApprove: Effect = async ({ transaction, actor, id, before, http, context }) => {
  const at = context.now()
  await makeDraft(transaction, { id: id!, changedBy: actor.userId, at })
  const was = before?.state ?? null
  if (was === null || was === 'draft') return
  const change = { db: transaction, actor, request: http, at, zone: zoneOf(context, actor) }
  const changes = [{ field: 'state', before: was, after: 'draft' }]
  await writeAuditEntry(change, { operation: 'reopen', object: 'media', objectId: id!, changes })
}

/** What was shown stays known. */
export const mediaStays: Check = async ({ operation, before }) =>
  operation === 'remove' && before?.approvedAt ? [{ field: 'state', code: 'media_was_approved' }] : []

/** Affiliates have a medium from now on; the log says which image was approved. */
export const showMedia: TransitionEffect = async ({ db, id }) => {
  const { kind, digest } = (await firstRow(
    db,
    sql<{ kind: string; digest: string | null }>`select media.kind,
        (select digest from media_file file where file.media = media.id) as digest
      from media where media.id = ${id}::bigint`,
  ))!
  if (kind === 'banner' && digest === null) throw new ApiError('media_without_image')
  return { logged: digest === null ? {} : { digest } }
}
