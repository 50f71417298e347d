import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Client } from '#tests/support/office.ts'
import { handedOn, runServer, startAtMostMs, type ServerRun } from '#tests/support/server.ts'
import { signInAt } from './remoteClient.ts'

const root = join(import.meta.dirname, '../../..')
const copied = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'src',
  'resources',
  'locales',
  'themes',
  'tests',
]

/** The root user of a copy's server. */
export const copySignIn = { email: 'root@example.com', password: 'Correct-Horse-9' } as const

/**
 * How long a test that runs the compiler over the whole project may take, in milliseconds: it needs seconds of two
 * cores, and a busy machine has others to serve.
 */
export const compileAtMostMs = 600_000

/** A change of one file. */
export type Edit = readonly [file: string, before: string | RegExp, after: string]

/** A copy of the project, to be changed as a product owner would change it. */
export interface ProjectCopy {
  readonly folder: string
  readonly database: TestDatabase
  /** @throws Error where a file has nothing of what is to be replaced */
  edit(...edits: readonly Edit[]): void
  /** Runs a program of the project under the pinned Node, to its end. */
  run(args: readonly string[], environment?: Record<string, string>): { status: number | null; output: string }
  /**
   * What the compiler says of the declarations and labels, which takes a second, or of the whole project; empty where
   * nothing is wrong.
   */
  typeErrors(of: 'labels' | 'everything'): string
  /** Builds the pages, starts the server on the copy's database, and signs its root user in. */
  serve(): Promise<{ address: string; api: Client }>
  /** Stops what runs and removes the copy. */
  remove(): Promise<void>
}

/** Copies the project, with a database of its own. */
export async function copyProject(): Promise<ProjectCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'project-copy-'))
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'tsconfig.labels.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['src/engine/declaration', 'src/engine/values', 'src/rules', 'resources', 'locales'],
    }),
  )
  const database = await createTestDatabase()
  let server: ServerRun | undefined
  const run: ProjectCopy['run'] = (args, environment = {}) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...handedOn(), ...environment },
    })
    return { status, output: `${stdout}${stderr}` }
  }
  return {
    folder,
    database,
    run,
    edit: (...edits) => {
      for (const each of edits) edit(folder, each)
    },
    typeErrors: (of) =>
      run([
        'node_modules/typescript/bin/tsc',
        '--noEmit',
        '--project',
        of === 'labels' ? 'tsconfig.labels.json' : 'tsconfig.json',
      ]).output,
    async serve() {
      const { status, output } = run(['node_modules/vite/bin/vite.js', 'build'])
      if (status !== 0) throw new Error(`The pages could not be built:\n${output}`)
      const started = runServer(
        {
          // Who changes the declarations changes the tables.
          DATABASE_URL: database.ownerUrl,
          DEMO: '0',
          FEATURES: 'all',
          ROOT_EMAIL: copySignIn.email,
          ROOT_PASSWORD: copySignIn.password,
          LOG_LEVEL: 'error',
        },
        folder,
      )
      server = started
      const address = await eventually(() => started.address(), {
        withinMs: startAtMostMs,
        what: () => started.output(),
      })
      return { address, api: await signInAt(address, copySignIn) }
    },
    async remove() {
      await server?.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function edit(folder: string, [file, before, after]: Edit): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const edited = text.replace(before, after)
  if (edited === text) throw new Error(`${file} has nothing of ${before}`)
  writeFileSync(path, edited)
}
