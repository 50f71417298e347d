import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { resources } from '#resources/index.ts'
import { operator } from '#engine/declaration/actor.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { isImported } from '#engine/imports/isImported.ts'
import { runImport } from '#engine/imports/server/runImport.ts'
import { beginStep, readImport, storeImport } from '#engine/imports/server/storedImports.ts'
import type { ShownImport } from '#engine/imports/answers/imports.ts'
import { firstRow } from '#engine/server/database/rows.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { withCommandDatabase } from './support/commandDatabase.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const usage = `npm run import-records -- ENTITY FILE [--company NAME] [--source NAME] [--mapping FILE] [--all] [--dry-run]

  ENTITY     what the rows are, as the API names it: affiliate, campaign, …
  FILE       CSV in any separator and encoding, or XLSX
  --company  whose the records are; the first one where absent
  --source   the system whose ids a column of external ids holds
  --mapping  a JSON file: {"head of a column": "field"}, or {columns, values, defaults}
  --all      in one transaction, or not at all where a row is refused
  --dry-run  write nothing, say what would happen`
const linesShown = 50

function readArguments() {
  const options = {
    company: { type: 'string' },
    source: { type: 'string' },
    mapping: { type: 'string' },
    all: { type: 'boolean' },
    'dry-run': { type: 'boolean' },
  } as const
  const { values, positionals } = readOptions({ options, allowPositionals: true, usage })
  const [entity, path] = positionals
  if (!entity || !path || positionals.length > 2) throw new UsageError(`Name an entity and a file.\n\n${usage}`)
  const importable = (Object.values(resources) as unknown as AnyResource[]).filter(isImported)
  const resource = importable.find(({ name }) => name === entity)
  if (!resource)
    throw new UsageError(`${entity} is not imported. Name one of ${importable.map(({ name }) => name).join(', ')}.`)
  return { ...values, resource, path }
}

async function mappingOf({ mapping: path, source }: { mapping?: string | undefined; source?: string | undefined }) {
  if (path === undefined) return source === undefined ? {} : { source }
  const read: unknown = await readFile(path, 'utf8')
    .then((text) => JSON.parse(text) as unknown)
    .catch((error: Error) => {
      throw new UsageError(`${path} cannot be read as JSON: ${error.message}`)
    })
  const given = read as Record<string, unknown>
  const isWhole = ['columns', 'values', 'defaults'].some((name) => typeof given[name] === 'object')
  return {
    ...(isWhole ? given : { columns: given as Record<string, string> }),
    ...(source === undefined ? {} : { source }),
  }
}

function print(
  { id, created, updated, unchanged, refused, refusedRows, rows, importedAt }: ShownImport,
  path: string,
  dryRun: boolean,
): void {
  const lines = [
    `${basename(path)}${dryRun ? ' (dry run: nothing was written)' : importedAt ? `, import ${id}` : ': nothing was written'}`,
    `  rows       ${rows}`,
    `  created    ${created}`,
    `  updated    ${updated}`,
    `  unchanged  ${unchanged}`,
    `  refused    ${refusedRows}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  for (const { row, field, code, message } of refused.slice(0, linesShown))
    process.stderr.write(`row ${row}: ${field}: ${message} (${code})\n`)
  if (refused.length > linesShown) process.stderr.write(`… and ${refused.length - linesShown} more\n`)
  if (refusedRows > 0) process.exitCode = 1
}

async function main(): Promise<void> {
  const asked = readArguments()
  const { resource, path, company: name, 'dry-run': dryRun = false, all: isWhole = false } = asked
  const mapping = await mappingOf(asked)
  const content = await readFile(path).catch((error: Error) => {
    throw new UsageError(`${path} cannot be read: ${error.message}`)
  })
  await withCommandDatabase(async ({ database, environment }) => {
    const { db, clock } = database
    const company = await firstRow(
      db,
      sql<{
        id: number
      }>`select id from company where name = coalesce(${name ?? null}::text, name) order by id limit 1`,
    )
    if (!company) throw new UsageError(name === undefined ? 'There is no company yet.' : `There is no company ${name}.`)
    const actor = { ...operator, company: Number(company.id) }
    const now = clock.now()
    const id = await storeImport(db, { object: resource.name, fileName: basename(path), content, actor, now })
    const step = dryRun ? 'check' : 'import'
    const mode = isWhole ? 'all' : 'accepted'
    const taken = await beginStep(db, { id, step, mode, mapping, askedFrom: {}, now, isTaken: true })
    await runImport({ database, environment, now: clock.now }, taken!, { actor }).catch((error: unknown) => {
      throw error instanceof ApiError ? new UsageError(error.message) : error
    })
    print((await readImport(db, actor, id))!, path, dryRun)
  })
}

runCommand(main)
