import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { withClient } from '#engine/server/database/client.ts'
import type { Environment } from '#engine/server/environment.ts'
import { encrypt, type Recipient } from '#lib/ageEncryption/age.ts'
import { contents } from './contents.ts'
import { type BackupStore, openStore } from './stores/store.ts'
import { writeTar } from '#lib/tar/tar.ts'

const namePattern = /^back-office-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz\.age$/
const nameOf = (at: Date) => `back-office-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz.age`

/** Where a backup goes, and who can read it. */
export interface BackupRequest {
  /** Of the owner of the tables. */
  readonly url: string
  readonly environment: Environment
  /** A folder, or `s3://bucket/prefix`. */
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

/** The backups in a folder or store, the newest first. */
export async function listBackups(folder: string, store: BackupStore = openStore(folder)): Promise<string[]> {
  return (await store.list())
    .filter((name) => namePattern.test(name))
    .toSorted()
    .reverse()
}

/** Writes a backup to a file of its own in the folder or store, which is there whole or not at all. */
export async function writeBackup({ url, environment, folder, recipients }: BackupRequest): Promise<MadeBackup> {
  const store = openStore(folder)
  const name = nameOf(new Date())
  let [rows, bytes] = [0, 0]
  await withClient(url, async (client) => {
    const files = contents(client, { environment, told: (count) => void (rows = count) })
    await pipeline(
      Readable.from(writeTar(files)),
      createGzip({ level: 6 }),
      (source: AsyncIterable<Buffer>) => encrypt(source, recipients),
      async (content: AsyncIterable<Buffer>) => {
        bytes = await store.write(name, content)
      },
    )
  })
  return { path: store.pathOf(name), name, bytes, rows }
}

/** Removes all but the newest backups of a folder or store. @returns the names of what was removed */
export async function removeOld(folder: string, keep: number): Promise<string[]> {
  const store = openStore(folder)
  const old = (await listBackups(folder, store)).slice(keep)
  for (const name of old) await store.remove(name)
  return old
}
