import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyProject } from '#tests/support/projectCopy.ts'
import { runInCopy } from '#tests/support/recipes.ts'

const root = join(import.meta.dirname, '../..')
let folder: string

beforeAll(() => {
  folder = copyProject('wrong-start')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Runs a program of the copy with one file changed; its database cannot be reached, which would be said as soon as it
 * is opened.
 */
function runWith([file, before, after]: readonly [string, string, string], args: readonly string[]) {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replace(before, after))
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
  })
  writeFileSync(path, text)
  return { status, output: `${stdout}${stderr}` }
}

/** Every file of ours that must be sound before a program can begin: what it imports, and what that imports. */
function readBy(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  const imports = readFileSync(join(root, path), 'utf8').matchAll(
    /^(?:import|export) (?!type)(?:[^'"]*? from )?'(\.[^']+)'/gm,
  )
  for (const [, from] of imports) readBy(posix.join(posix.dirname(path), from!), found)
  return found
}

const start = ['src/cli/start.ts']
const command = ['--import', './src/cli/configuration/first.ts', 'src/cli/close.ts']

describe('a wrong configuration', () => {
  it.each([
    [
      'a misspelt option',
      ['resources/campaign.ts', 'required: true', 'requird: true'],
      start,
      /^resources\/campaign\.ts:\d+ C040 campaign\.fields\.name\.requird: .*Did you mean 'required'\?/,
    ],
    [
      'a comma too few',
      ['resources/campaign.ts', 'max: 120,', 'max: 120'],
      start,
      /^resources\/campaign\.ts:\d+ C100: /,
    ],
    [
      'an import of nothing',
      ['locales/pt/first.ts', "'./menu.ts'", "'./meun.ts'"],
      command,
      /^locales\/pt\/first\.ts:\d+ C101: There is no file locales\/pt\/meun\.ts\. Did you mean locales\/pt\/menu\.ts\?/,
    ],
    [
      'a name that is none',
      ['themes/index.ts', '[meridian, solaris]', '[meridian, solars]'],
      command,
      /^themes\/index\.ts:\d+ C106: .*Did you mean 'solaris'\?/,
    ],
  ] as const)('keeps everything from beginning: %s', (_, edit, args, said) => {
    const { status, output } = runWith(edit, args)
    expect(output).toMatch(said)
    expect(output).toContain('nothing was begun')
    expect(output).not.toMatch(/database|\n\s+at /)
    expect(status).toBe(1)
  })
  it.each([
    ...start,
    'src/cli/dev.ts',
    'src/cli/dev/server.process.ts',
    'src/cli/configuration/first.ts',
    'src/cli/checkConfig.ts',
  ])('is found by what does not stand on it: %s', (program) => {
    expect([...readBy(program)].filter((path) => !path.startsWith('src/'))).toEqual([])
  })
})

describe('npm run check-config -- --explain', () => {
  let said: Record<string, string>
  beforeAll(() => {
    // One process for several: most of the time goes into reading the configuration.
    said = runInCopy(
      root,
      `import { checkProject } from './src/cli/configuration/checkProject.ts'
      import { explain, unexplained } from './src/cli/configuration/explain.ts'
      const { configuration } = await checkProject(process.cwd())
      const said = ['bonus', 'margin', 'cpa', 'affilate'].map((name) => [name, explain(name, configuration) ?? unexplained(name, configuration)])
      console.log(JSON.stringify(Object.fromEntries(said)))`,
    )
  }, 60_000)

  it('says what follows from a resource, layer by layer', () => {
    const { status, stdout } = spawnSync(process.execPath, ['src/cli/checkConfig.ts', '--explain', 'affiliate'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(status).toBe(0)
    const layers = Object.fromEntries(stdout.split(/\n(?=\S)/).map((layer) => [layer.split('\n')[0]!, layer]))
    expect(Object.keys(layers)).toEqual([
      'Database',
      'API',
      'Checks of what is given',
      'List',
      'Filters',
      'Form',
      'Page',
      'Export',
      'Labels',
      'Access by role',
      'What follows a write',
      'Log',
    ])
    expect(layers['Database']).toMatch(/ {4}cpf text\n[\s\S]*unique index affiliate_cpf_key \(company, cpf\)/)
    expect(layers['API']).toContain('POST /api/affiliate/payment_type (takes ids)')
    expect(layers['Checks of what is given']).toContain('name: required; at most 120 characters')
    expect(layers['Form']).toContain('paymentKey counts while paymentType is automatic')
    expect(layers['Labels']).toContain("pt: 'Afiliado |||| Afiliados'; name 'Nome'")
    expect(layers['Access by role']).toMatch(/affiliate: list, read.*does not see paymentKey/)
  })
  it('says what follows from an event and from a measure', () => {
    expect(said['bonus']).toMatch(
      /taken by POST \/ingest\/events[\s\S]*its product, amount of 0 or more\n {2}adds to bonus\n/,
    )
    expect(said['bonus']).toMatch(
      /movement\.bonus numeric\(18,2\)\n {2}movement_wide\.bets_bonus_minor bigint, cents\n[\s\S]*columns of reports: bonus, bets_bonus, games_bonus, lotto_bonus/,
    )
    expect(said['margin']).toContain('ratio: ggr / turnover')
  })
  it('says what follows from a report, and which names there are', () => {
    expect(said['cpa']).toMatch(/GET \/api\/report\/cpa[\s\S]*by affiliate, day/)
    expect(said['affilate']).toMatch(
      /^There is no resource, report, event or measure affilate\. Did you mean 'affiliate'\?/,
    )
  })
})
