import { folderStore } from './folderStore.ts'
import { s3Store } from './s3Store.ts'

/** Where backups are kept: each a file that is there whole or not at all. */
export interface BackupStore {
  /** How people name a file of it. */
  readonly pathOf: (name: string) => string
  /** The names of all files. */
  readonly list: () => Promise<string[]>
  /** @returns how many bytes were written; what fails leaves nothing behind */
  readonly write: (name: string, content: AsyncIterable<Buffer>) => Promise<number>
  readonly read: (name: string) => AsyncIterable<Buffer>
  readonly remove: (name: string) => Promise<void>
}

/** Is it the address of an S3-compatible store, `s3://bucket/prefix`? */
export const isAddress = (target: string): boolean => target.startsWith('s3://')

/**
 * Opens a store by its name: a folder, or `s3://bucket/prefix` with the settings of the environment.
 * @throws UsageError where the settings do not suffice
 */
export const openStore = (
  target: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): BackupStore => (isAddress(target) ? s3Store(target, environment) : folderStore(target))
