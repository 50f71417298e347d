/**
 * `npm run restore -- [FILE] --identity FILE [--from FOLDER] [--verify]`: brings a backup back into an empty database
 * and looks whether it is whole; with `--verify` into one that is thrown away, which is how one knows that backups are
 * any good.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openDatabase } from '#engine/server/database/connect.ts'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import type { Environment } from '#engine/server/environment.ts'
import { verifyMovement } from '#features/activity/server/rollUp/verifyMovement.ts'
import { openKeyRing } from '#engine/activityLog/server/keys/keyRing.ts'
import { verifyActivityLog } from '#engine/activityLog/server/verifyActivityLog.ts'
import { decrypt, readIdentities } from '#lib/ageEncryption/age.ts'
import type { BackupSettings } from './backup/contents.ts'
import { type LoadedBackup, loadBackup } from './backup/loadBackup.ts'
import { type ArchivedFile, readTar } from '#lib/tar/tar.ts'
import { isAddress, openStore } from './backup/stores/store.ts'
import { listBackups } from './backup/writeBackup.ts'
import { type OwnedDatabase, withOwnedDatabase } from './support/ownerDatabase.ts'
import { prepareSchema } from './support/prepareSchema.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'
import { faultSentence } from './verifyLog.ts'

const usage = `npm run restore -- FILE --identity KEY          into an empty DATA_DIR or DATABASE_URL
npm run restore -- --from FOLDER --identity KEY  the newest backup of the folder (or of BACKUP_FOLDER), or of s3://bucket/folder
npm run restore -- … --verify                    into a database that is thrown away: is the backup any good?
npm run restore -- … --hold-payments DAYS        automatic payments wait so long afterwards (3)`

const print = (line: string) => process.stdout.write(`${line}\n`)
const note = (line: string) => process.stderr.write(`${line}\n`)
const ownerOnly = 0o600

async function fileOf(positionals: readonly string[], from: string | undefined): Promise<string> {
  const [given, ...more] = positionals
  if (more.length > 0) throw new UsageError(usage)
  if (given !== undefined) {
    if (!isAddress(given) && !existsSync(given)) throw new UsageError(`There is no file ${given}.`)
    return given
  }
  const folder = from ?? process.env.BACKUP_FOLDER
  if (!folder) throw new UsageError(`Name a backup, or the folder they are in (--from).\n\n${usage}`)
  const store = openStore(folder)
  const [newest] = await listBackups(folder, store)
  if (!newest) throw new UsageError(`There is no backup in ${folder}.`)
  return store.pathOf(newest)
}

/** What is in a file of a folder or store. */
const readBackup = (path: string) =>
  openStore(isAddress(path) ? path.slice(0, path.lastIndexOf('/')) : dirname(path)).read(basename(path))

interface Asked {
  readonly path: string
  readonly identities: ReturnType<typeof readIdentities>
}
type Work<Result> = (files: AsyncIterable<ArchivedFile>) => Promise<Result>

/** Works with the files inside a backup. @throws UsageError where it does not open, and what the work throws */
async function withFiles<Result>(
  path: string,
  identities: ReturnType<typeof readIdentities>,
  work: Work<Result>,
): Promise<Result> {
  let working: Promise<Result> | null = null
  const feed = (source: AsyncIterable<Buffer>) => (working = work(readTar(source))).then(() => {})
  try {
    await pipeline(
      readBackup(path),
      (source: AsyncIterable<Buffer>) => decrypt(source, identities),
      createGunzip(),
      feed,
    )
  } catch (error) {
    // What was begun is undone before anything else is done.
    await (working as Promise<Result> | null)?.catch(() => {})
    throw error
  }
  return working!
}

/** What came back, held against itself. @throws UsageError where the log or movement is not whole */
async function check(url: string, ringPath: string): Promise<string[]> {
  const database = openDatabase({ url, maxConnections: 4 })
  try {
    const log = await verifyActivityLog(database, { ring: openKeyRing(ringPath) })
    if (!log.ok) throw new UsageError(faultSentence(log))
    const differences = await verifyMovement(database.db)
    if (differences.length > 0)
      throw new UsageError(
        `${differences.length} numbers of movement differ from their events, the first of ${differences[0]!.table} ${differences[0]!.key}.`,
      )
    return [
      `All ${log.lines} lines of the activity log are as they were written${log.waiting > 0 ? `, ${log.waiting} more wait for their seal` : ''}.`,
      'Movement is the sum of its events.',
    ]
  } finally {
    await database.close()
  }
}

const loadedLine = (path: string, { head, rows }: LoadedBackup) =>
  `${basename(path)}, made ${head.madeAt} on ${head.database}: ${rows} rows of ${head.tables.length} tables.`

/**
 * Into a database of the PostgreSQL that comes along, in a folder that is removed again; the installation is not
 * touched.
 */
async function verify({ path, identities }: Asked): Promise<void> {
  // Ended by a signal as well, it leaves neither a database server nor its folder behind.
  const stopped = new Promise<never>((_, refuse) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => refuse(new UsageError('Stopped; nothing was verified.')))
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'back-office-verify-'))
  const ringPath = join(dataDir, 'log-keys.json')
  const embedded = await startEmbedded({ dataDir, log: () => {}, durable: false })
  const tryIt = async () => {
    const { url } = embedded
    const takeKeys = (ring: Buffer) => writeFileSync(ringPath, ring, { mode: ownerOnly })
    const loaded = await withFiles(path, identities, (files) => loadBackup({ url, files, holdDays: 0, takeKeys }))
    await prepareSchema({ url, ownerUrl: undefined, isEmbedded: true, fence: undefined, log: () => {} })
    print(loadedLine(path, loaded))
    for (const line of await check(url, ringPath)) print(line)
    print('This backup can be restored.')
  }
  try {
    await Promise.race([tryIt(), stopped])
  } finally {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const idsOf = (ring: string) => (JSON.parse(ring) as { keys: { id: string }[] }).keys.map(({ id }) => id)

/** A key ring that is there must have the keys of the backup: to overwrite it could lose others. */
function refuseOtherRing(path: string, ring: Buffer): void {
  if (!existsSync(path)) return
  const missing = idsOf(ring.toString('utf8')).filter((id) => !idsOf(readFileSync(path, 'utf8')).includes(id))
  if (missing.length > 0)
    throw new UsageError(
      `The key ring ${path} is another than that of the backup (it lacks ${missing.join(', ')}). Name a file that is not there yet with LOG_KEYS. Nothing was changed.`,
    )
}

function keepRing(path: string, ring: Buffer | null): void {
  if (!ring || existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, ring, { mode: ownerOnly })
  print(`The key ring of the activity log is in ${path}.`)
}

/** What the next start has to be given. */
function sayHowToStart({ installationSecret, businessTimeZone }: BackupSettings, environment: Environment): void {
  if (installationSecret !== null && installationSecret !== environment.installationSecret) {
    const path = join(environment.dataDir, 'installation-secret')
    mkdirSync(environment.dataDir, { recursive: true })
    writeFileSync(path, `${installationSecret}\n`, { mode: ownerOnly })
    print(`Set INSTALLATION_SECRET to what stands in ${path}, then remove that file.`)
  }
  if (businessTimeZone !== environment.businessTimeZone) print(`Start with BUSINESS_TIME_ZONE=${businessTimeZone}.`)
}

/** Refuses a file that the key does not open or that is no backup, before a database is made for it. */
async function refuseUnreadable({ path, identities }: Asked): Promise<void> {
  for await (const start of decrypt(readBackup(path), identities)) {
    if (start.readUInt16BE(0) === gzipMark) return
    break
  }
  throw new UsageError(`${basename(path)} is no backup of this product. Nothing was changed.`)
}
const gzipMark = 0x1f8b

async function restore({ path, identities }: Asked, holdDays: number): Promise<void> {
  await refuseUnreadable({ path, identities })
  await withOwnedDatabase({ isNew: true }, async ({ environment, url, servingUrl, isEmbedded }: OwnedDatabase) => {
    let ring: Buffer | null = null
    const takeKeys = (content: Buffer) => {
      refuseOtherRing(environment.logKeys, content)
      ring = content
    }
    const loaded = await withFiles(path, identities, (files) => loadBackup({ url, files, holdDays, takeKeys }))
    keepRing(environment.logKeys, ring)
    await prepareSchema({
      url: servingUrl,
      ownerUrl: servingUrl === url ? undefined : url,
      isEmbedded,
      fence: environment.fenceAddresses,
      log: note,
    })
    print(`Restored ${loadedLine(path, loaded)}`)
    sayHowToStart(loaded.settings, environment)
    if (holdDays > 0)
      print(
        `Automatic payments wait ${holdDays} days: read the gateway's statement of the time since ${loaded.head.madeAt} first (Reconciliation), since what was paid after that is not known here.`,
      )
    for (const line of await check(url, environment.logKeys)) print(line)
  })
}

async function main(): Promise<void> {
  const { values, positionals } = readOptions({
    options: {
      identity: { type: 'string' },
      from: { type: 'string' },
      verify: { type: 'boolean', default: false },
      'hold-payments': { type: 'string', default: '3' },
    },
    allowPositionals: true,
    usage,
  })
  const path = await fileOf(positionals, values.from)
  const identity = values.identity ?? process.env.BACKUP_IDENTITY
  if (!identity || !existsSync(identity))
    throw new UsageError(
      `Name the file of the private key: --identity FILE${identity ? ` (there is no ${identity})` : ''}.\n\n${usage}`,
    )
  if (!/^\d{1,3}$/.test(values['hold-payments'])) throw new UsageError('--hold-payments takes a number of days.')
  const asked = { path, identities: readIdentities(readFileSync(identity, 'utf8')) }
  if (values.verify) await verify(asked)
  else await restore(asked, Number(values['hold-payments']))
}

runCommand(main)
