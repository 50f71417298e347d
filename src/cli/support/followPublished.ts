/** Has this process serve the overlay that was published last: a newer one is written beside the data, then it begins anew. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { publishedPath, readPublished } from '#lib/overlay/inForce.ts'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import { withClient } from '#engine/server/database/client.ts'

const pollMs = 3_000

type Published = NonNullable<ReturnType<typeof readPublished>>

/** Asks a database for the rows of a statement. */
export type Ask = <Row extends object>(statement: string) => Promise<readonly Row[]>

async function askNewest(ask: Ask): Promise<Published | null> {
  const [known] = await ask<{ is: boolean }>(
    "select coalesce(has_table_privilege(to_regclass('overlay'), 'select'), false) as is",
  )
  if (!known!.is) return null
  const [newest] = await ask<{ version: number; content: Overlay }>(
    'select version, content from overlay where version is not null order by version desc limit 1',
  )
  return newest ? { version: newest.version, overlay: newest.content } : null
}

/** What was published last; null where nothing was, or the database has no table for it yet that may be read. */
export const newestPublished = (url: string): Promise<Published | null> =>
  withClient(url, (client) => askNewest(async (statement) => (await client.query(statement)).rows))

const textOf = (published: Published | null) => (published ? `${JSON.stringify(published, null, 2)}\n` : '')

/** Writes the copy of what was published. */
function writeCopy(published: Published | null): void {
  const path = publishedPath()
  if (published === null) return rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  // Whole or not at all: the next process reads it before anything else.
  writeFileSync(`${path}.new`, textOf(published))
  renameSync(`${path}.new`, path)
}

/** What this process read as it began. */
const served = textOf(readPublished())

/** Whether another overlay is published than this process serves; then its copy is written. */
export function isOutdated(published: Published | null): boolean {
  if (textOf(published) === served) return false
  writeCopy(published)
  return true
}

/** Looks for a newer overlay every three seconds, and tells of it once. @returns what ends it */
export function watchPublished(ask: Ask, outdated: () => void): () => Promise<void> {
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    // A database that does not answer is told of by others; it is asked again.
    const isBehind = await askNewest(ask).then(isOutdated, () => false)
    if (isBehind) return outdated()
    timer = setTimeout(() => void look(), pollMs)
  }
  timer = setTimeout(() => void look(), pollMs)
  return async () => clearTimeout(timer)
}
