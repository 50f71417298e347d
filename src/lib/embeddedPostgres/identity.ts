import { existsSync, openSync, closeSync, readFileSync, statSync } from 'node:fs'
import { EmbeddedError } from './embeddedError.ts'

/** The user and group the database server runs as; PostgreSQL refuses to run as root. */
export interface ServerIdentity {
  uid: number
  gid: number
}

/** A folder as the database server sees it: the path to hand over, and the open descriptor that must ride along. */
export interface ServerView {
  /** What to write in the server's arguments in place of the folder's path. */
  path: string
  /** Passed as descriptor 3 of the spawned process; null where the plain path will do. */
  descriptor: number | null
  /** Closes our copy of the descriptor; the server keeps its own. */
  close(): void
}

const inheritedDescriptorPath = '/proc/self/fd/3'

/**
 * Decides whom the server of `folder` runs as.
 * @returns null when we are not root: the server then runs as we do.
 * @throws EmbeddedError naming the remedy when no unprivileged user is known (initdb insists on one with an entry in
 * /etc/passwd)
 */
export function serverIdentity(folder: string): ServerIdentity | null {
  if (process.getuid?.() !== 0) return null
  if (existsSync(folder)) {
    const owner = statSync(folder)
    if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  const known = readPasswordFile()
  const identity = known.get('postgres') ?? known.get('nobody')
  if (!identity) {
    throw new EmbeddedError(
      'PostgreSQL refuses to run as root and this machine has neither a user "postgres" nor "nobody". ' +
        'Create one (useradd --system postgres), start as a plain user, or name a database with DATABASE_URL.',
    )
  }
  return identity
}

function readPasswordFile(): Map<string, ServerIdentity> {
  const users = new Map<string, ServerIdentity>()
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    if (name && Number(uid) > 0) users.set(name, { uid: Number(uid), gid: Number(gid) })
  }
  return users
}

/**
 * Shows `folder` to a server that runs as `identity`. A dropped user may be unable to walk the path (a clone under a
 * folder of mode 0700), so it gets the open folder itself: /proc/self/fd/3 leads there without walking.
 */
export function showFolder(folder: string, identity: ServerIdentity | null): ServerView {
  if (!identity || !existsSync('/proc/self/fd')) return { path: folder, descriptor: null, close: () => {} }
  const descriptor = openSync(folder, 'r')
  return { path: inheritedDescriptorPath, descriptor, close: () => closeSync(descriptor) }
}
