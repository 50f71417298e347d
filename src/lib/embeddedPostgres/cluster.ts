import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { showFolder } from './identity.ts'
import { type ClusterRequest, isAlive } from './postmaster.ts'
import { EmbeddedError } from './embeddedError.ts'

/** The database user that owns everything; its password lies in the data folder. */
export const databaseUser = 'backoffice'

/**
 * Makes the cluster when there is none. It is made beside its place and moved there in one step, so that a process
 * killed in between leaves no half-made cluster, and of two that make one at once, one wins and the other uses it.
 * @returns true when this call made it
 * @throws EmbeddedError when the cluster is of another major version, or belongs to another user
 */
export async function ensureCluster(request: ClusterRequest): Promise<boolean> {
  const { folder, binaries } = request
  if (existsSync(folder)) refuseForeign(folder)
  if (existsSync(join(folder, 'cluster', 'PG_VERSION'))) {
    const version = Number(readFileSync(join(folder, 'cluster', 'PG_VERSION'), 'utf8'))
    if (version === binaries.majorVersion) return false
    throw new EmbeddedError(
      `The database in ${folder} was made by PostgreSQL ${version}, the installed programs are ${binaries.majorVersion}. ` +
        'Carry it over by a backup of the version that made it (docs/upgrading.md, another major version), or set DATA_DIR to another folder to begin anew.',
    )
  }
  await removeUnfinished(folder)
  const unfinished = `${folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  try {
    await makeCluster({ ...request, folder: unfinished })
    await rename(unfinished, folder)
    return true
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    if (existsSync(join(folder, 'cluster', 'PG_VERSION'))) return false
    throw error
  }
}

function refuseForeign(folder: string): void {
  const us = process.getuid?.()
  const owner = statSync(folder).uid
  if (us === undefined || us === 0 || owner === us) return
  throw new EmbeddedError(
    `The database folder ${folder} belongs to another user (id ${owner}; root starts leave it with an unprivileged user). ` +
      'Start as root or as that user, give the folder to yours (chown -R), or set DATA_DIR to another folder.',
  )
}

async function makeCluster({ folder, identity, binaries, durable }: ClusterRequest): Promise<void> {
  const passwordFile = join(folder, 'password')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (identity) {
    await chown(passwordFile, identity.uid, identity.gid)
    await chown(folder, identity.uid, identity.gid)
  }
  const view = showFolder(folder, identity)
  const child = spawn(
    join(binaries.folder, 'initdb'),
    [
      `--pgdata=${view.path}/cluster`,
      `--username=${databaseUser}`,
      `--pwfile=${view.path}/password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--data-checksums',
      '--no-instructions',
      ...localeArguments(binaries.majorVersion),
      ...(durable ? [] : ['--no-sync']),
    ],
    {
      ...identity,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_MESSAGES: 'C' },
      stdio: ['ignore', 'pipe', 'pipe', ...(view.descriptor === null ? [] : [view.descriptor])],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  view.close()
  if (code === 0) return
  const isUnknownUser = output.includes('could not look up effective user ID')
  const remedy = isUnknownUser
    ? '\nThe user we run as has no entry in /etc/passwd, and PostgreSQL needs one: add it, or name a database with DATABASE_URL.'
    : ''
  throw new EmbeddedError(`PostgreSQL could not make a database in ${folder}:\n${output.trim()}${remedy}`)
}

/** Code-point order by default, the same on every machine; people's names are sorted by a collation the query names. */
function localeArguments(majorVersion: number): string[] {
  return majorVersion >= 17
    ? ['--locale-provider=builtin', '--locale=C', '--builtin-locale=C.UTF-8']
    : ['--locale=C.UTF-8']
}

async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`
  await mkdir(dirname(folder), { recursive: true })
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length).split('-')[0]))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true })
    }
  }
}
