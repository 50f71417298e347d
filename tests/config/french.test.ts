import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
let folder: string

const edit = (path: string, change: (text: string) => string) => {
  const before = readFileSync(join(folder, path), 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(join(folder, path), after)
}

const run = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })

/** The recipe of `resources/README.md`: a copy of a language's folder, a line in each of the two tables. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'french-'))
  for (const name of ['package.json', 'src', 'resources', 'locales', 'themes']) cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(folder, 'locales/es'), join(folder, 'locales/fr'), { recursive: true })
  edit('locales/languages.ts', (text) => text.replace(/^ {2}es: .*\n/m, "$&  fr: { name: 'Français', numbers: 'fr-FR', decimalSign: ',' },\n"))
  edit('locales/texts.ts', (text) => text.replace(/^ {2}es: .*\n/m, (line) => `${line}${line.replaceAll(/\bes\b/g, 'fr')}`))
  edit('locales/fr/reports.ts', (text) => text.replace(/ggr: '[^']*'/, "ggr: 'Produit brut des jeux'"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('French, added by files in locales/ alone', () => {
  it('is sound, and a language like the others for the configuration', () => {
    const { stdout, stderr } = run('src/tools/checkConfig.ts')
    expect(stderr).toBe('')
    expect(stdout).toMatch(/, 4 languages, /)
  })
  it('is a value that people choose, in the API and with labels of its own', () => {
    const { stdout } = run('src/tools/checkConfig.ts', '--explain', 'user')
    expect(stdout).toMatch(/language: one of pt, en, es, fr/)
    expect(stdout).toMatch(/^ {2}fr: /m)
  })
  it('is what files and pages are written in', () => {
    const { stdout, stderr } = run('--input-type=module', '--eval', `
      import { textsOf } from './src/api/export/texts.ts'
      import { formatMoney, languageOf } from './src/admin/fields/format.ts'
      import { loadTexts } from './src/admin/signIn/texts.ts'
      const { translate, csv } = textsOf('fr')
      const { signIn } = await loadTexts('fr')
      console.log(JSON.stringify([translate('measures.ggr'), translate('choices.language.fr'), csv.decimalSign, formatMoney(1234.5, { language: languageOf('fr') }), typeof signIn.language]))
    `)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(['Produit brut des jeux', 'Français', ',', expect.stringMatching(/1\s234,50$/), 'string'])
  })
  it('is asked for nowhere else: no other file of the product names a language to tell it from others', () => {
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path) && !path.startsWith('tools/demo'))
    const naming = sources.filter((path) => /locales\/(?!en\/)\w\w\/|[=!]== '(?:en|es|pt)'|\b(?:en|es|pt): \(/.test(readFileSync(join(root, 'src', path), 'utf8')))
    // The entrance comes with the texts of the first language.
    expect(naming).toEqual(['admin/signIn/texts.ts'])
  })
})
