import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageKeys } from '../../locales/languages.ts'
import { resources } from '../../resources/index.ts'
import { reports } from '../../resources/reports/index.ts'
import { brandThemes } from '../../themes/index.ts'

const root = join(import.meta.dirname, '../..')
let folder: string

/** What a program of the copy says of all that the recipes made, in one process. */
const program = `
  import { checkProject } from './src/tools/configuration/checkProject.ts'
  import { explain } from './src/tools/configuration/explain.ts'
  import { textsOf } from './src/api/export/texts.ts'
  import { formatMoney, languageOf } from './src/admin/fields/format.ts'
  import { loadTexts } from './src/admin/signIn/texts.ts'
  import { themeOfHost } from './themes/index.ts'
  const { problems, counts, configuration } = await checkProject(process.cwd())
  const explained = (name) => configuration && explain(name, configuration)
  const { translate, csv } = textsOf('fr')
  const french = [translate('choices.language.fr'), csv.decimalSign, formatMoney(1234.5, { language: languageOf('fr') }), typeof (await loadTexts('fr')).signIn.language]
  console.log(JSON.stringify({
    problems, counts, french, entity: explained('contract'), report: explained('campaigns'), user: explained('user'), theme: themeOfHost('aurora.localhost').title,
  }))
`
let made: { problems: object[]; counts: Record<string, number>; french: string[]; entity: string; report: string; user: string; theme: string }

/** Puts what a recipe's lines say in the one place of a file where the others stand. */
function applyPart(path: string, part: string): void {
  const lines = part.split('\n').filter((line) => line !== '')
  const without = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => `${line.slice(1)}\n`).join('')
  const text = readFileSync(join(folder, path), 'utf8')
  expect(text.split(without('+')), `${path} holds once: ${without('+')}`).toHaveLength(2)
  writeFileSync(join(folder, path), text.replace(without('+'), () => without('-')))
}

function carryOut({ language, path, text }: { language: string; path: string; text: string }): void {
  expect(path, 'a recipe touches declarations alone').toMatch(/^(resources|locales|themes)\/|^$/)
  const locales = readdirSync(join(folder, 'locales'), { withFileTypes: true }).filter((each) => each.isDirectory()).map(({ name }) => name)
  const paths = path.includes('*') ? locales.map((locale) => path.replace('*', locale)) : [path]
  if (language === 'sh') expect(spawnSync('sh', ['-ec', text], { cwd: folder }).status).toBe(0)
  else if (language === 'ts') writeFileSync(join(folder, path), text, { flag: 'wx' })
  else for (const each of paths) text.split('…\n').forEach((part) => applyPart(each, part))
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-'))
  for (const name of ['package.json', 'src', 'resources', 'locales', 'themes']) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [, recipes] = readFileSync(join(root, 'resources/README.md'), 'utf8').split('\n## Recipes\n')
  for (const [, language, path, text] of recipes!.matchAll(/^```(ts|diff|sh) ?(\S*)\n([\s\S]*?)^```$/gm)) carryOut({ language: language!, path: path!, text: text! })
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: folder, encoding: 'utf8' })
  expect(stderr).toBe('')
  made = JSON.parse(stdout)
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the recipes of resources/README.md', () => {
  it('are sound together: one entity, report, language and theme more than we have', () => {
    expect(made.problems).toEqual([])
    const ours = { resources: Object.keys(resources), reports: Object.keys(reports), languages: languageKeys, themes: brandThemes }
    expect(made.counts).toEqual(Object.fromEntries(Object.entries(ours).map(([name, all]) => [name, all.length + 1])))
  })
  it('make an entity with its table, routes, form and labels, and a role that reads it and changes nothing', () => {
    expect(made.entity).toMatch(/table contract\n[\s\S]*budget numeric\(18,2\) 100::numeric\(18,2\) in records that are there/)
    expect(made.entity).toContain('GET /api/contract')
    expect(made.entity).toMatch(/identity: name, brand, affiliate, signedOn, budget/)
    expect(made.entity).toMatch(/^ {2}auditor: list, read; changes none/m)
    expect(made.entity).toMatch(/^ {2}campaign: create, update, remove/m)
  })
  it('make a report', () => expect(made.report).toContain('GET /api/report/campaigns'))
  it('make a theme that its host gets', () => expect(made.theme).toBe('Aurora Partners'))
  it('make French a language that people choose and that files and pages are written in', () => {
    expect(made.user).toMatch(/language: one of pt, en, es, fr/)
    expect(made.french).toEqual(['Français', ',', expect.stringMatching(/1\s234,50$/), 'string'])
  })
})

describe('a language', () => {
  it('is named by no other file of the product to tell it from others', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path) && !path.startsWith('tools/demo'))
    const naming = sources.filter((path) => /locales\/(?!en\/)\w\w\/|[=!]== '(?:en|es|pt)'|\b(?:en|es|pt): \(/.test(readFileSync(join(root, 'src', path), 'utf8')))
    // The entrance comes with the texts of the first language.
    expect(naming).toEqual(['admin/signIn/texts.ts'])
  })
})
