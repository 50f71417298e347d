import { createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { withClient } from '../../api/database/client.ts'
import type { Environment } from '../../api/environment.ts'
import { UsageError } from '../support/runCommand.ts'
import { encrypt, type Recipient } from './age.ts'
import { contents } from './contents.ts'
import { writeTar } from './tar.ts'

const namePattern = /^back-office-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz\.age$/
const nameOf = (at: Date) => `back-office-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz.age`

/** Where a backup goes, and who can read it. */
export interface BackupRequest {
  /** Of the owner of the tables. */
  readonly url: string
  readonly environment: Environment
  readonly folder: string
  readonly recipients: readonly Recipient[]
}

/** A backup that was made. */
export interface MadeBackup {
  readonly path: string
  readonly name: string
  readonly bytes: number
  readonly rows: number
}

/** The backups in a folder, the newest first. */
export function listBackups(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => namePattern.test(name))
    .toSorted()
    .reverse()
}

async function flushed(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a backup to a file of its own in the folder, which is there whole or not at all. */
export async function writeBackup({ url, environment, folder, recipients }: BackupRequest): Promise<MadeBackup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = nameOf(new Date())
  const path = join(folder, name)
  const unfinished = `${path}.unfinished`
  let rows = 0
  try {
    await withClient(url, async (client) => {
      const files = contents(client, { environment, told: (count) => void (rows = count) })
      await pipeline(
        Readable.from(writeTar(files)),
        createGzip({ level: 6 }),
        (source: AsyncIterable<Buffer>) => encrypt(source, recipients),
        createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
      )
    })
    await flushed(unfinished)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
      throw new UsageError(
        `There is no room left in ${folder}. Make some, or name another folder with --to. Nothing was left behind.`,
      )
    throw error
  }
  return { path, name, bytes: statSync(path).size, rows }
}

/** Removes all but the newest backups of a folder. @returns the names of what was removed */
export async function removeOld(folder: string, keep: number): Promise<string[]> {
  const old = listBackups(folder).slice(keep)
  for (const name of old) await rm(join(folder, name))
  return old
}
