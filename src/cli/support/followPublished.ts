/** Has this process serve the overlay that was published last: a newer one is written beside the data, then it begins anew. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { publishedPath, readPublished } from '#lib/overlay/inForce.ts'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import { withClient } from '#engine/server/database/client.ts'

const pollMs = 3_000

type Published = NonNullable<ReturnType<typeof readPublished>>

/** What was published last; null where nothing was, or the database has no table for it yet that may be read. */
export async function newestPublished(url: string): Promise<Published | null> {
  return await withClient(url, async (client) => {
    const { rows: known } = await client.query<{ is: boolean }>(
      "select coalesce(has_table_privilege(to_regclass('overlay'), 'select'), false) as is",
    )
    if (!known[0]!.is) return null
    const { rows } = await client.query<{ version: number; content: Overlay }>(
      'select version, content from overlay where version is not null order by version desc limit 1',
    )
    return rows[0] ? { version: rows[0].version, overlay: rows[0].content } : null
  })
}

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
export async function isOutdated(url: string): Promise<boolean> {
  const published = await newestPublished(url)
  if (textOf(published) === served) return false
  writeCopy(published)
  return true
}

/** Looks for a newer overlay again and again, and tells of it once. @returns what ends it */
export function watchPublished(url: string, outdated: () => void): () => Promise<void> {
  let timer: NodeJS.Timeout
  const look = async (): Promise<void> => {
    // A database that does not answer is told of by others; it is asked again.
    if (await isOutdated(url).catch(() => false)) return outdated()
    timer = setTimeout(() => void look(), pollMs)
  }
  timer = setTimeout(() => void look(), pollMs)
  return async () => clearTimeout(timer)
}
