import { type Kysely, sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { approvalTermsSql, type ApprovalTerms } from '#engine/auth/server/requireAnotherPerson.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { authorsSql, forgetAuthors, noteAuthorSql, requireNoAuthor } from '#engine/records/server/authors.ts'
import { type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { moveState } from '#engine/records/server/moveState.ts'
import type { Check, Effect } from '#engine/records/server/write/effect.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'

/** A medium as its image, approval and withdrawal read it. */
interface MediaRow extends ApprovalTerms {
  readonly id: number
  readonly version: number
  readonly kind: string
  readonly state: string
  /** Who wrote it since it was approved. */
  readonly authors: readonly number[]
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
    sql<MediaRow>`select media.id, media.version, media.kind, media.state, ${authorsSql('media')} as authors,
        (select digest from media_file file where file.media = media.id) as digest,
        ${approvalTermsSql}
      from media join brand on brand.id = media.brand join company on company.id = brand.company
      where media.id = ${String(id)}::text::bigint and ${isVisible} for update of media`,
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
  const change = { db: transaction, actor, request: http, at, zone: context.environment.businessTimeZone }
  const changes = [{ field: 'state', before: was, after: 'draft' }]
  await writeAuditEntry(change, { operation: 'reopen', object: 'media', objectId: id!, changes })
}

/** What was shown stays known. */
export const mediaStays: Check = async ({ operation, before }) =>
  operation === 'remove' && before?.approvedAt ? [{ field: 'state', code: 'media_was_approved' }] : []

/**
 * Another person than whoever wrote of it since it was approved last approves a medium, as it was looked at: from now on affiliates have it.
 * @throws ApiError `not_found`, `media_not_draft`, `stale_version`, `media_without_image`, and as {@link requireNoAuthor}
 * does
 */
export async function approveMedia(
  change: WriteContext,
  { id, version }: { id: number; version: number },
): Promise<void> {
  const row = await lockMedia(change, id)
  const { actor, at } = change
  if (row.state !== 'draft') throw new ApiError('media_not_draft')
  if (row.version !== version) throw new ApiError('stale_version')
  if (row.kind === 'banner' && row.digest === null) throw new ApiError('media_without_image')
  await requireNoAuthor(change, { object: 'media', id, users: row.authors, demands: row })
  await moveState(change, {
    object: 'media',
    id,
    operation: 'approve',
    before: row.state,
    after: 'approved',
    said: { approved_by: actor.name, approved_at: at.toISOString() },
    logged: { approvedBy: actor.name, ...(row.digest === null ? {} : { digest: row.digest }) },
  })
  await forgetAuthors(change, { object: 'media', id })
}

/**
 * Somebody withdraws what was approved, and says why: from now on it is shown nowhere.
 * @throws ApiError `not_found`, `media_not_approved`
 */
export async function withdrawMedia(
  change: WriteContext,
  { id, reason }: { id: number; reason: string },
): Promise<void> {
  const row = await lockMedia(change, id)
  if (row.state !== 'approved') throw new ApiError('media_not_approved')
  await moveState(change, {
    object: 'media',
    id,
    operation: 'withdraw',
    before: row.state,
    after: 'withdrawn',
    said: { withdrawn_why: reason },
    logged: { reason },
  })
}
