/**
 * `npm run translations -- --export fr`: writes every text of a language beside the English one into a CSV file, those
 * that stand in declarations among them; `--import fr` puts each that was changed back where it stands.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { csvRow } from '#engine/values/spreadsheet/cells.ts'
import { byteOrderMark } from '#engine/values/spreadsheet/cells.ts'
import { readCsvTable } from '#engine/imports/server/table/readCsvTable.ts'
import { loadConfiguration } from './configuration/load.ts'
import { projectRoot } from './configuration/refuse.ts'
import { readSources } from './configuration/sources.ts'
import { changesOf, textsIn, type Translation } from './support/translationTable.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const source = 'en'
const words = { decimalSign: '.', yes: 'true', no: 'false' } as const

/** What a program that calculates would take for a formula stands behind an apostrophe in CSV. */
const withoutGuard = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

function readTable(path: string): Translation[] {
  const { heads, rows } = readCsvTable(readFileSync(path, 'utf8'))
  const [key, text] = [heads.indexOf('key'), heads.length - 1]
  if (key < 0 || text < 2)
    throw new UsageError(`${path} has no columns \`key\`, \`${source}\` and the language's. Write it with --export.`)
  return rows.map(({ cells }) => ({ key: String(cells[key] ?? ''), text: withoutGuard(String(cells[text] ?? '')) }))
}

async function main(): Promise<void> {
  const { values, positionals } = readOptions({
    allowPositionals: true,
    options: { export: { type: 'string' }, import: { type: 'string' } },
  })
  const language = values.export ?? values.import
  if (!language || (values.export && values.import))
    throw new UsageError('Say what to do: npm run translations -- --export fr, or --import fr, and a file.')
  const path = positionals[0] ?? `translations-${language}.csv`
  const sources = readSources(projectRoot)
  const configuration = await loadConfiguration({ root: projectRoot, sources })
  const { locales } = configuration
  if (!locales[language])
    throw new UsageError(
      `There is no folder locales/${language}; there is ${Object.keys(locales).join(', ')}. resources/README.md says how to add a language.`,
    )
  if (values.export) {
    const texts = textsIn(locales[language])
    const rows = [...textsIn(locales[source]!)].map(([key, english]) => [key, english, texts.get(key) ?? ''])
    const lines = [['key', source, language === source ? `${source} (new)` : language], ...rows]
    writeFileSync(path, `${byteOrderMark}${lines.map((line) => csvRow(line, words)).join('')}`)
    process.stdout.write(`Wrote ${rows.length} texts into ${path}.\n`)
    return
  }
  const { files, count, unplaced } = changesOf({ language, translations: readTable(path), configuration, sources })
  for (const [file, text] of files) writeFileSync(join(projectRoot, file), text)
  const check = spawnSync(process.execPath, [join(projectRoot, 'src/cli/checkConfig.ts')], { encoding: 'utf8' })
  if (check.status !== 0) {
    for (const file of files.keys()) writeFileSync(join(projectRoot, file), sources.get(file)!)
    throw new UsageError(`${check.stderr}Nothing was changed: mend these in ${path}.`)
  }
  for (const key of unplaced) process.stderr.write(`${key}: not written; it is put together in its file.\n`)
  process.stdout.write(`Changed ${count} texts in ${files.size} files.\n`)
}

runCommand(main)
