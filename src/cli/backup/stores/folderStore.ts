import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../../support/runCommand.ts'
import type { BackupStore } from './store.ts'

const ownerOnly = { file: 0o600, folder: 0o700 }

async function flushed(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A folder: files get their name when they are whole and on the disk. */
export function folderStore(folder: string): BackupStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    pathOf,
    list: async () => (existsSync(folder) ? readdirSync(folder) : []),
    async write(name, content) {
      mkdirSync(folder, { recursive: true, mode: ownerOnly.folder })
      const path = pathOf(name)
      const unfinished = `${path}.unfinished`
      try {
        await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: ownerOnly.file }))
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
      return statSync(path).size
    },
    read: (name) => createReadStream(pathOf(name)) as AsyncIterable<Buffer>,
    remove: (name) => rm(pathOf(name)),
  }
}
