/** Keeps this process at the published overlay: writes a newer one beside the data, then restarts. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { publishedPath, readPublished } from '#lib/overlay/inForce.ts'
import type { Overlay } from '#engine/declaration/overlay/overlay.ts'
import { withClient } from '#engine/server/database/client.ts'

const pollMs = 3_000
/** A start takes 2 to 4 seconds; a slow machine has more. */
const turnSeconds = 10

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

/** The latest published overlay; null if there is none, or no readable table for it yet. */
export const newestPublished = (url: string): Promise<Published | null> =>
  withClient(url, (client) => askNewest(async (statement) => (await client.query(statement)).rows))

const textOf = (published: Published | null) => (published ? `${JSON.stringify(published, null, 2)}\n` : '')

/** Writes the copy of the published overlay. */
export function writeCopy(published: Published | null): void {
  const path = publishedPath()
  if (published === null) return rmSync(path, { force: true })
  mkdirSync(dirname(path), { recursive: true })
  // Whole or not at all: the next process reads it before anything else.
  writeFileSync(`${path}.new`, textOf(published))
  renameSync(`${path}.new`, path)
}

/** The overlay that this process read at its start. */
const served = textOf(readPublished())

const isBehind = (published: Published | null) => textOf(published) !== served

/** Whether another overlay is published than this process serves; if so its copy is written. */
export function isOutdated(published: Published | null): boolean {
  if (!isBehind(published)) return false
  writeCopy(published)
  return true
}

/**
 * Whether a configuration that is refused was mended since: what is wrong may be the copy of what was published once.
 * Then the newer one is written in its place.
 */
export async function tookNewer(): Promise<boolean> {
  if (served === '') return false
  try {
    const { readEnvironment } = await import('#engine/server/environment.ts')
    const { databaseUrl } = readEnvironment(process.env)
    return databaseUrl !== undefined && isOutdated(await newestPublished(databaseUrl))
  } catch {
    // What is wrong is told of by who refuses.
    return false
  }
}

/**
 * Takes this server's turn to begin anew: of several, one at a time. No row of `overlay` is locked meanwhile, since no
 * connection outlives the process.
 */
async function takesTurn(ask: Ask, version: number, drainSeconds: number): Promise<boolean> {
  const seconds = turnSeconds + drainSeconds
  const taken = await ask(`update overlay set turn_at = clock_timestamp() where version = ${version}
    and (turn_at is null or turn_at < clock_timestamp() - interval '${seconds} seconds') returning version`)
  return taken.length > 0
}

/**
 * Looks for a newer overlay every three seconds, and tells of it once, when it is this server's turn.
 * @param options.drainSeconds how long a server finishes what it has before it closes
 * @returns what ends it
 */
export function watchPublished(
  ask: Ask,
  outdated: () => void,
  { drainSeconds = 0, everyMs = pollMs }: { drainSeconds?: number; everyMs?: number } = {},
): () => Promise<void> {
  let timer: NodeJS.Timeout
  const isDue = async (): Promise<boolean> => {
    const published = await askNewest(ask)
    if (!isBehind(published)) return false
    if (published && !(await takesTurn(ask, published.version, drainSeconds))) return false
    return isOutdated(published)
  }
  const look = async (): Promise<void> => {
    // A database that does not answer, and a full disk, are told of by others; it is asked again.
    if (await isDue().catch(() => false)) return outdated()
    timer = setTimeout(() => void look(), everyMs)
  }
  timer = setTimeout(() => void look(), everyMs)
  return async () => clearTimeout(timer)
}
