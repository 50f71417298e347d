import type { Readable } from 'node:stream'
import { type Kysely, sql } from 'kysely'
import type { Actor } from '#engine/declaration/actor.ts'
import type { AnyTables } from '#engine/server/database/connect.ts'
import { ApiError } from '#engine/server/http/errors.ts'

/** The largest file, as it is sent: a packed year of a large brand. */
export const fileBytesMax = 128 * 1024 * 1024
const partBytes = 1024 * 1024

/** What comes with a file. */
export interface UploadRequest {
  readonly brand: number
  readonly fileName: string
  readonly createMissing: boolean
  readonly profile: number | null
  readonly product: string | null
  readonly actor: Actor
  readonly now: Date
}

/**
 * Cuts a stream into parts of one size, the last one excepted.
 * @throws ApiError `payload_too_large` beyond {@link fileBytesMax}
 */
async function* partsOf(stream: Readable): AsyncGenerator<Buffer> {
  let [waiting, waitingBytes, total]: [Buffer[], number, number] = [[], 0, 0]
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    total += chunk.length
    if (total > fileBytesMax) throw new ApiError('payload_too_large')
    waiting.push(chunk)
    waitingBytes += chunk.length
    if (waitingBytes < partBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    waitingBytes = 0
  }
  if (waitingBytes > 0) yield Buffer.concat(waiting)
}

/**
 * Keeps a file part by part as it arrives: never more than a part of it is in memory, and no transaction stays open
 * while somebody's line is slow. One that does not arrive whole is removed.
 * @returns the upload's id; it waits to be checked.
 * @throws ApiError `payload_too_large`, `invalid_request` for an empty file
 */
export async function receiveFile(db: Kysely<AnyTables>, stream: Readable, request: UploadRequest): Promise<number> {
  const { brand, fileName, createMissing, profile, product, actor, now } = request
  const moment = sql`${now.toISOString()}::text::timestamptz`
  const {
    rows: [row],
  } = await sql<{
    id: number
  }>`insert into feed_upload (brand, file_name, create_missing, profile, product, created_by, created_by_name, created_at,
    updated_at)
    values (${brand}, ${fileName}::text, ${createMissing}::boolean, ${profile}::bigint, ${product}::text, ${actor.userId}::bigint,
      ${actor.name}::text, ${moment}, ${moment}) returning id`.execute(db)
  const id = row!.id
  try {
    let [number, bytes] = [0, 0]
    for await (const part of partsOf(stream)) {
      await sql`insert into feed_upload_part (upload, number, content) values (${id}, ${number}::integer,
        ${part})`.execute(db)
      number += 1
      bytes += part.length
    }
    if (bytes === 0) throw new ApiError('invalid_request', { values: { reason: 'the file is empty' } })
    await sql`update feed_upload set bytes = ${bytes}::bigint, state = 'waiting' where id = ${id}`.execute(db)
    return id
  } catch (error) {
    await sql`delete from feed_upload where id = ${id}`.execute(db)
    throw error
  }
}
