import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const migrations = 'src/migrations'
/** Where editions before 0.6.0 keep them. */
const migrationsBefore = 'src/api/database/migrations'

/** Another edition of the product, ready to run. */
export interface Release {
  readonly name: string
  readonly folder: string
  /** Migrations that this edition has and that one has not. */
  readonly missing: readonly string[]
}

/** The release before cannot be had here; the message says what to do. */
export class NoRelease extends Error {
  override name = 'NoRelease'
}

function git(...args: string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/**
 * The release before this: the newest tag v… that is not of this commit; without tags the last commit that lacks a
 * migration of this one.
 */
function releaseBefore(): string {
  const here = new Set(git('tag', '--points-at', 'HEAD')?.split('\n'))
  const tags = git('tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-creatordate')?.split('\n') ?? []
  const tag = tags.find((each) => each !== '' && !here.has(each))
  if (tag) return tag
  const added = git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations)
  const before = added ? git('rev-parse', '--verify', '--quiet', `${added}^`) : null
  if (before) return before
  throw new NoRelease(
    'There is no history here to take the release before from. Fetch it (git fetch --unshallow --tags) and run this again.',
  )
}

/** Whether what is installed here serves that edition too. */
function hasSameDependencies(folder: string): boolean {
  const of = (path: string) =>
    (JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { dependencies: Record<string, string> })
      .dependencies
  const [own, other] = [of(root), of(folder)]
  return Object.entries(other).every(([name, version]) => own[name] === version)
}

/** Lays a release out in an empty folder, and installs what it needs. @param asked a tag or commit */
export function layOutRelease(folder: string, asked: string | undefined): Release {
  const commit = git('rev-parse', '--verify', '--quiet', `${asked ?? releaseBefore()}^{commit}`)
  if (!commit) throw new NoRelease(`There is no commit or tag ${asked} here (git fetch --tags).`)
  const packed = spawnSync('git', ['archive', '--format=tar', commit], { cwd: root, maxBuffer: 512 * 1024 * 1024 })
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: packed.stdout })
  if (packed.status !== 0 || unpacked.status !== 0) throw new NoRelease(`${commit} cannot be laid out (git, tar).`)
  if (hasSameDependencies(folder)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else {
    const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 2, 2] })
    if (status !== 0 || !existsSync(join(folder, 'node_modules'))) throw new NoRelease(`${commit} cannot be installed.`)
  }
  const of = (path: string) =>
    readdirSync([migrations, migrationsBefore].map((each) => join(path, each)).find((each) => existsSync(each))!)
  const there = new Set(of(folder))
  const name = git('log', '-1', '--format=%h %ad', '--date=format:%Y-%m-%d %H:%M', commit)!
  return {
    name: asked && asked !== commit ? `${asked} (${name})` : name,
    folder,
    missing: of(root).filter((file) => !there.has(file)),
  }
}
