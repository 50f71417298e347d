import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { decisionRows } from '#engine/declaration/decision.ts'
import { decisions } from '#resources/decisions.ts'
import { transitions } from '#resources/transitions.ts'
import { decisionsOf } from '#engine/declaration/transition.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { resources } from '#resources/index.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const tool = (name: string) => join(root, 'node_modules/.bin', name)
const output = async (command: string, args: string[]) =>
  run(command, args, { cwd: root, maxBuffer: 32 * 1024 * 1024 }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  )

const ownFolders = ['src', 'resources', 'locales', 'themes', 'tests']
const skipped = ['node_modules', 'dist']
function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.includes(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : [path]
  })
}
const all = ownFolders.flatMap((folder) => files(join(root, folder)))
const code = all.filter((path) => /\.tsx?$/.test(path))
const short = (path: string) => relative(root, path)
/** What people read: guides, decisions, and the READMEs beside the code. */
const documents = () => [
  ...[...files(join(root, 'docs')), ...all].filter((path) => path.endsWith('.md')),
  join(root, 'README.md'),
  join(root, 'CONTRIBUTING.md'),
]

describe('the house', () => {
  it('has no type errors', async () => {
    expect(await output(tool('tsc'), ['--noEmit'])).toBe('')
  })

  it('keeps to the lint rules, import directions among them', async () => {
    expect(await output(tool('oxlint'), [])).toBe('')
  })

  it('is laid out by the formatter: npm run format', async () => {
    expect(await output(tool('oxfmt'), ['--list-different', ...ownFolders, 'vite.config.ts'])).toBe('')
  })

  it('has no dead files, exports or packages', async () => {
    expect(await output(tool('knip'), [])).toBe('')
  })

  it('has a sound configuration', async () => {
    expect(await output(process.execPath, ['src/cli/checkConfig.ts'])).toBe('')
  })

  it('has files that one person can hold: about 300 lines', () => {
    // Lists of words are read by machines; their length costs nobody anything.
    const lists = /locales\/|commonPasswords|\/geography\//
    const long = code
      .filter((path) => !lists.test(path))
      .map((path) => ({ path: short(path), lines: readFileSync(path, 'utf8').split('\n').length }))
      .filter(({ lines }) => lines > 460)
    expect(long).toEqual([])
  })

  it('has generic layers that know no entity by its name', () => {
    const layers =
      /^src\/engine\/(declaration\/(resource|record|check|problems)\.ts|declaration\/(derive|kinds|fields|checks)\/|records\/(server|ui)\/|(export|search)\/server\/|server\/http\/|ui\/fields\/)/
    // Movement and reports are about these entities, and their language says so; the log has a table of its own.
    const others =
      /^src\/engine\/(declaration\/derive\/(activity|report)\/|declaration\/checks\/(activity|measures|reports)\.ts|records\/server\/visibility\/|.*\/documentation\.ts$)/
    // Words that mean something else as well count where they stand for the entity.
    const everyday = [
      'action',
      'application',
      'brand',
      'correction',
      'entry',
      'media',
      'payment',
      'period',
      'reward',
      'user',
    ]
    const names = ['isComplete', ...Object.keys(resources).filter((name) => !everyday.includes(name))]
    const whole = [...names, ...names.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))]
    const some = `(${everyday.join('|')})`
    const named = new RegExp(
      `\\b(${whole.join('|')})\\b|[rR]esources\\.${some}\\b|[!=]== '${some}'|\\b(from|join|into|update) ${some}\\b`,
    )
    const found = code
      .filter((path) => layers.test(short(path)) && !others.test(short(path)))
      .flatMap((path) => {
        const text = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\b(from|import) '.*'$/gm, '')
        return text.split('\n').flatMap((line) => (named.test(line) ? [`${short(path)}: ${line.trim()}`] : []))
      })
    expect(found).toEqual([])
  })

  it('keeps its top level to what belongs there', () => {
    const allowed = new Set([
      'package.json',
      'package-lock.json',
      'vite.config.ts',
      'tsconfig.json',
      'knip.json',
      'src',
      'resources',
      'locales',
      'themes',
      'tests',
      'docs',
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'LICENSE',
      'Dockerfile',
      'compose.yaml',
      'deploy',
      'node_modules',
      'dist',
      'data',
      'coverage',
      'screenshots',
    ])
    expect(readdirSync(root).filter((name) => !name.startsWith('.') && !allowed.has(name))).toEqual([])
  })

  it('has docstrings on every export but those of pages and commands', () => {
    const missing = code
      .filter((path) => /^(?!.*\/(ui|cli|tests|resources|locales|themes)\/).*\/src\//.test(path))
      .flatMap((path) => {
        const lines = readFileSync(path, 'utf8').split('\n')
        return lines.flatMap((line, index) => {
          const isExport =
            /^export (async )?(function|const|class|interface|type) (\w+)/.test(line) &&
            !line.startsWith('export type {')
          const before =
            lines
              .slice(0, index)
              .findLast((earlier) => earlier.trim() !== '' && !/^\/\/ (eslint|oxlint)-/.test(earlier)) ?? ''
          return isExport && !/\*\/\s*$/.test(before) && !startsGroup(lines, index)
            ? [`${short(path)}:${index + 1} ${line.slice(0, 60)}`]
            : []
        })
      })
    expect(missing).toEqual([])
  })

  it('has documents that name files which are there', () => {
    const named = documents().flatMap((path) => {
      const folder = dirname(path)
      const text = readFileSync(path, 'utf8')
      const fromRoot = [...text.matchAll(/`((?:tests|src|docs|resources|locales|themes)\/[\w./-]+)`/g)]
      const fromFolder = [...text.matchAll(/`((?:server|ui|answers)\/[\w./-]+)`/g)]
      const paths = [
        ...fromRoot.map(([, name]) => join(root, name!)),
        ...fromFolder.map(([, name]) => join(folder, name!)),
      ]
      const links = [...text.matchAll(/\]\(([^)#\s:]+)(?:#[^)]*)?\)/g)].map(([, name]) => join(folder, name!))
      return [...paths, ...links].map((name) => ({
        document: short(path),
        name: short(name),
        isThere: existsSync(name),
      }))
    })
    expect(named.filter(({ isThere }) => !isThere)).toEqual([])
  })

  it('has decision records of one form, under 700 words, all in the index', () => {
    const folder = join(root, 'docs/decisions')
    const index = readFileSync(join(folder, 'README.md'), 'utf8')
    const records = readdirSync(folder).filter((name) => /^\d{4}-/.test(name))
    const wrong = records.filter((name) => {
      const text = readFileSync(join(folder, name), 'utf8')
      const hasForm = ['**Status:**', '## Context', '## Decision', '## Consequences', '## Rejected'].every((part) =>
        text.includes(part),
      )
      return !hasForm || text.split(/\s+/).length > 700 || !index.includes(`(${name})`)
    })
    expect(wrong).toEqual([])
  })

  it('lists every decision of two people as it is declared', () => {
    const security = readFileSync(join(root, 'docs/security.md'), 'utf8')
    const declared = decisionsOf(transitions, resources as unknown as Readonly<Record<string, AnyResource>>)
    const missing = decisionRows({ ...decisions, ...declared }, 'tests/contract/decisions.test.ts').filter(
      (row) => !security.includes(row),
    )
    expect(missing).toEqual([])
  })

  it('says of its security only what a test shows: each row names test files that are there', () => {
    const rows = readFileSync(join(root, 'docs/security.md'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
    const unproved = rows.filter((line) => {
      const tests = [...(line.split(' | ').at(-1) ?? '').matchAll(/`([^`]+)`/g)]
        .map(([, name]) => name!)
        .filter((name) => !name.startsWith('npm run '))
      return (
        tests.length === 0 ||
        tests.some((name) => !/^tests\/.+\.test\.tsx?$/.test(name) || !existsSync(join(root, name)))
      )
    })
    expect(rows.length).toBeGreaterThan(60)
    expect(unproved.map((line) => line.slice(0, 60))).toEqual([])
  })

  it('has lock file entries without addresses of where they came from', () => {
    expect(readFileSync(join(root, 'package-lock.json'), 'utf8')).not.toMatch(/"resolved"/)
  })
})

/**
 * A run of one-line exports of one kind is described by the docstring above the first, and a type beside the constant
 * it is made of by that of the constant.
 */
function startsGroup(lines: readonly string[], index: number): boolean {
  const previous = lines[index - 1] ?? ''
  return previous.startsWith('export ') || /^[\])}]/.test(previous) || previous.startsWith('  ')
}
