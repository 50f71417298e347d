import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { type ImageFacts, imageSideMax, readImage } from '#engine/values/images.ts'
import type { AppContext } from '#engine/server/context.ts'
import { readAs } from '#engine/server/database/rowSecurity/openRowSecurity.ts'
import { firstRow, timestamp } from '#engine/server/database/rows.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import { propertiesOf } from '#engine/server/http/bodies.ts'
import { type Attachment, readAttachment } from '#engine/server/http/attachment.ts'
import { type WriteContext, writeAuditEntry } from '#engine/records/server/change.ts'
import { scopeCondition } from '#engine/records/server/visibility/scope.ts'
import { lockMedia, makeDraft } from './approval.ts'

/** An image that was looked at, byte by byte. */
export interface GivenImage extends ImageFacts, Pick<Attachment, 'name' | 'content'> {}

/**
 * Reads `{name, content}`: an image in base64, known by its bytes, whatever its name says.
 * @throws ApiError 400, 422
 */
export function readGivenImage(body: unknown): GivenImage {
  const { totp: _, ...given } = propertiesOf(body)
  const read = readAttachment(given)
  if (read === null) throw validationError([{ field: 'content', code: 'required' }])
  if (!('content' in read)) throw validationError([read])
  const facts = readImage(read.content)
  if (!facts) throw validationError([{ field: 'content', code: 'not_an_image' }])
  if (Math.max(facts.width, facts.height) > imageSideMax)
    throw validationError([{ field: 'content', code: 'image_too_large', values: { max: imageSideMax } }])
  return { ...facts, name: read.name, content: read.content }
}

/**
 * Gives a banner its image, or another one; its size is the image's own. It has to be approved anew.
 * @throws ApiError `not_found`, `no_banner`
 */
export async function giveImage(change: WriteContext, id: number, image: GivenImage): Promise<void> {
  const { db, actor, at } = change
  const row = await lockMedia(change, id)
  if (row.kind !== 'banner') throw new ApiError('no_banner')
  const { name, content, type, width, height } = image
  const digest = hash('sha256', content)
  await sql`insert into media_file (media, name, type, content, digest)
    values (${id}::bigint, ${name}::text, ${type}::text, ${content}::bytea, ${digest}::text)
    on conflict (media) do update set name = excluded.name, type = excluded.type, content = excluded.content,
      digest = excluded.digest`.execute(db)
  await makeDraft(db, { id, changedBy: actor.userId, at })
  await sql`update media set width = ${width}::integer, height = ${height}::integer, version = version + 1,
    updated_at = ${timestamp(at)} where id = ${id}::bigint`.execute(db)
  const changes = [
    ...(row.state === 'draft' ? [] : [{ field: 'state', before: row.state, after: 'draft' }]),
    { field: 'digest', before: row.digest, after: digest },
    { field: 'size', before: null, after: `${width} x ${height}` },
  ]
  await writeAuditEntry(change, { operation: 'update', object: 'media', objectId: id, changes })
}

/** An image as it is kept. */
export interface KeptImage {
  readonly type: string
  readonly content: Buffer
  readonly digest: string
}

/**
 * The image of a medium that somebody sees, whatever became of it.
 * @throws ApiError `not_found`
 */
export async function readOwnImage(context: AppContext, actor: Actor, id: number): Promise<KeptImage> {
  const isVisible = scopeCondition({ actor, resource: resources.media, alias: 'media' })
  const found = await firstRow(
    readAs(context.database, actor),
    sql<KeptImage>`select file.type, file.content, file.digest from media_file file join media on media.id = file.media
      where media.id = ${String(id)}::text::bigint and ${isVisible}`,
  )
  if (!found) throw new ApiError('not_found')
  return found
}
