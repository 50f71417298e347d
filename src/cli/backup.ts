/**
 * `npm run backup [-- --to FOLDER|s3://BUCKET/FOLDER] [--key age1…] [--keep N]`: everything of this installation in one encrypted file,
 * beside running servers or without any. `-- --make-key FILE` makes the pair of keys.
 */
import { existsSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { openDatabase } from '#engine/server/database/connect.ts'
import { withClient } from '#engine/server/database/client.ts'
import { inTransaction } from '#engine/server/database/transaction.ts'
import { operator } from '#engine/declaration/actor.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { makeKeys, readRecipient } from '#lib/ageEncryption/age.ts'
import { type MadeBackup, removeOld, writeBackup } from './backup/writeBackup.ts'
import { withOwnedDatabase } from './support/ownerDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const usage = `npm run backup                        makes a backup in BACKUP_FOLDER, encrypted to BACKUP_PUBLIC_KEY
npm run backup -- --to FOLDER         in another folder
npm run backup -- --to s3://BUCKET/FOLDER  in an S3-compatible store (AWS_ACCESS_KEY_ID, …, BACKUP_S3_ENDPOINT)
npm run backup -- --key age1…         to another public key; several with commas between them
npm run backup -- --keep N            and removes all but the newest N of that folder
npm run backup -- --make-key FILE     makes a pair of keys: the private one in FILE, to be kept elsewhere`

const print = (line: string) => process.stdout.write(`${line}\n`)
const notOwner = '42501'

function makeKeyFile(path: string): void {
  const { secret, recipient } = makeKeys()
  if (existsSync(path))
    throw new UsageError(`${path} is there already. A key that is lost opens no backup any more: name another file.`)
  writeFileSync(
    path,
    `# Private key of backups, made ${new Date().toISOString()}\n# public key: ${recipient}\n${secret}\n`,
    { mode: 0o600, flag: 'wx' },
  )
  print(`The private key is in ${path}. Keep it, and a copy, away from this machine: without it no backup can be read.`)
  print(`BACKUP_PUBLIC_KEY=${recipient}`)
}

function readKeep(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--keep ${text}: write how many backups are kept, 1 or more.`)
  return Number(text)
}

/**
 * Says in the database that and when it was backed up: whoever watches asks for it, and a copy of everything is an
 * event.
 */
async function note(url: string, { name, bytes, rows }: MadeBackup): Promise<void> {
  const isKnown = await withClient(
    url,
    async (client) =>
      (await client.query<{ is: boolean }>("select to_regclass('backup') is not null as is")).rows[0]!.is,
  )
  // Of a version before this one: it is backed up before it is upgraded.
  if (!isKnown) return
  const database = openDatabase({ url, maxConnections: 2 })
  try {
    await inTransaction(database.db, async (transaction) => {
      await sql`insert into backup (file, bytes, rows) values (${name}::text, ${String(bytes)}::text::bigint,
        ${String(rows)}::text::bigint)`.execute(transaction)
      await logActivity(transaction, {
        actor: operator,
        operation: 'backup',
        object: 'installation',
        objectId: 1,
        changes: [{ field: 'file', before: null, after: name }],
      })
    })
  } finally {
    await database.close()
  }
}

async function main(): Promise<void> {
  const { values } = readOptions({
    options: {
      to: { type: 'string' },
      key: { type: 'string' },
      keep: { type: 'string' },
      'make-key': { type: 'string' },
    },
    usage,
  })
  if (values['make-key'] !== undefined) return makeKeyFile(values['make-key'])
  const folder = values.to ?? process.env.BACKUP_FOLDER
  const key = values.key ?? process.env.BACKUP_PUBLIC_KEY
  if (!folder) throw new UsageError(`Say where backups go: BACKUP_FOLDER or --to.\n\n${usage}`)
  if (!key)
    throw new UsageError(
      `Say who can read backups: BACKUP_PUBLIC_KEY or --key. npm run backup -- --make-key FILE makes a pair.\n\n${usage}`,
    )
  const keep = readKeep(values.keep ?? process.env.BACKUP_KEEP)
  const recipients = key.split(',').map(readRecipient)
  await withOwnedDatabase({}, async ({ environment, url }) => {
    const made = await writeBackup({ url, environment, folder, recipients }).catch((error: unknown) => {
      if ((error as { code?: string }).code !== notOwner) throw error
      throw new UsageError(
        'The database role may not read every row. Set MIGRATION_DATABASE_URL to the address of the owner of the tables.',
      )
    })
    await note(url, made)
    print(`${made.path}  ${made.rows} rows, ${(made.bytes / 1_048_576).toFixed(1)} MB`)
    if (!existsSync(environment.logKeys))
      print(
        `The key ring of the activity log (${environment.logKeys}) is not on this machine and not in this backup: nobody can prove the log without it.`,
      )
    for (const name of keep === null ? [] : await removeOld(folder, keep)) print(`Removed ${name}.`)
  })
}

runCommand(main)
