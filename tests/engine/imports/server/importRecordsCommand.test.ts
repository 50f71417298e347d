import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { handedOn } from '#tests/support/server.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

describe('npm run import-records', () => {
  let test: TestDatabase
  let folder: string
  beforeAll(async () => {
    test = await createTestDatabase()
    folder = await mkdtemp(join(tmpdir(), 'import-records-'))
    await sql`insert into company (name) values ('Grupo Horizonte')`.execute(test.database.db)
  })
  afterAll(async () => {
    await test.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const run = async (...parameters: string[]) => {
    const child = spawn(process.execPath, ['src/cli/importRecords.ts', ...parameters], {
      cwd: root,
      env: { ...handedOn(), DATABASE_URL: test.url, DATA_DIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
    return { code, output }
  }
  const brands = async () =>
    (await sql<{ name: string }>`select name from brand order by id`.execute(test.database.db)).rows.map(
      ({ name }) => name,
    )

  it('tries, then writes the accepted rows of a file and ends with 1 where some are refused', async () => {
    const file = join(folder, 'brands.csv')
    await writeFile(
      file,
      'Marca;Site;Empresa\nAurora;https://aurora.example;Grupo Horizonte\nLume;none;Grupo Horizonte',
    )
    const mapping = join(folder, 'mapping.json')
    await writeFile(mapping, '{"Marca":"name"}')
    const tried = await run('brand', file, '--mapping', mapping, '--dry-run')
    expect([tried.code, await brands()]).toEqual([1, []])
    expect(tried.output).toMatch(/created {4}1[\s\S]*row 3: site: .*\(invalid_url\)/)
    expect((await run('brand', file, '--mapping', mapping, '--all')).output).toContain('nothing was written')
    const done = await run('brand', file, '--mapping', mapping)
    expect([done.code, await brands()]).toEqual([1, ['Aurora']])
  })

  it('says what it takes where the entity is none that is imported', async () => {
    const refused = await run('payment', 'x.csv')
    expect(refused.code).not.toBe(0)
    expect(refused.output).toContain('payment is not imported. Name one of company, brand,')
  })
})
