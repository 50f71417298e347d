import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFeed } from '#features/activity/server/feed/readFeed.ts'

const root = resolve(import.meta.dirname, '../..')

const tools = join(root, 'src/cli')
const commands = readdirSync(tools)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))

describe('every command', () => {
  it.each(commands)(
    'that is given an option it does not know names it and those there are, without a stack: %s',
    (name) => {
      // Without a database and without a folder to write to: nothing is begun before the options are read.
      const { status, stderr } = spawnSync(process.execPath, [join(tools, `${name}.ts`), '--nothing'], {
        encoding: 'utf8',
        env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
      })
      expect(status).toBe(1)
      expect(stderr).toMatch(
        /^Unknown option '--nothing'\. (This command (knows --|has no options)|Name (the benchmark|what to profile))/,
      )
      expect(stderr).not.toMatch(/\n\s+at /)
    },
  )

  it('names all of its options, and what is wrong with one that it knows', () => {
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [join(tools, 'close.ts'), ...words], { encoding: 'utf8' }).stderr
    expect(run('--form', '2026-03-01')).toBe("Unknown option '--form'. This command knows --from and --to.\n")
    expect(run('--from')).toMatch(/^Option '--from <value>' argument missing\. This command knows --from and --to\.\n$/)
    expect(run('yesterday')).toBe("Unexpected word 'yesterday'. This command knows --from and --to.\n")
  })

  it.each(['start', 'build'])('of npm refuses an option before it builds anything: %s', (name) => {
    const { status, stderr } = spawnSync(process.execPath, [join(tools, 'bootstrap.mjs'), name, '--port=3001'], {
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: "Unknown option '--port=3001'. This command has no options: what it needs are environment variables.\n",
    })
  })
})

describe('npm test', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [join(tools, 'bootstrap.mjs'), 'test', ...words], {
      encoding: 'utf8',
      env: { ...process.env, VITEST: undefined, CHROMIUM: '/nowhere' },
    })

  it('names the features where --feature names none of them', () => {
    const { status, stderr } = run('--feature', 'payments')
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /^--feature names one of accounts, activity, .*, payouts, .*webhooks\.\n0 passed, 1 failed\n$/,
    )
  })

  it('runs the tests of a feature and of its rules with --feature, without a browser', () => {
    const { status, stdout } = run('--feature=webhooks', '--project', 'unit')
    expect(stdout).toContain('tests/rules/webhooks.test.ts')
    expect(stdout).not.toContain('tests/rules/payouts')
    expect(status).toBe(0)
  })
})

describe('an old Node', () => {
  it.each(['18.20.4', '16.20.2'])('is refused before anything is installed or begun: %s', (version) => {
    const older = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', older, join(tools, 'bootstrap.mjs'), 'start'],
      { encoding: 'utf8' },
    )
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      new RegExp(`^This is Node ${version}; the product needs Node 20 or newer .* Nothing was changed\\.\n$`),
    )
  })
})

describe('a feed file that is not there', () => {
  it('is said to be missing, and does not end the process that reads it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'feed-'))
    const unhandled: unknown[] = []
    const listen = (error: unknown) => void unhandled.push(error)
    process.on('uncaughtException', listen)
    try {
      await expect(readFeed(join(folder, 'none.csv')).next()).rejects.toThrow(/^There is no file .*none\.csv\.$/)
      await nextTurn()
    } finally {
      process.off('uncaughtException', listen)
      rmSync(folder, { recursive: true })
    }
    expect(unhandled).toEqual([])
  })
})
