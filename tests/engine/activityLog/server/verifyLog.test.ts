import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemActor } from '#engine/declaration/actor.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const tool = resolve(import.meta.dirname, '../../../../src/cli/verifyLog.ts')
let made: TestDatabase
let folder: string
beforeAll(async () => {
  made = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'verify-log-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await made.drop()
})

const write = (count: number) =>
  made.database.db.transaction().execute(async (transaction) => {
    for (let number = 0; number < count; number += 1)
      await logActivity(transaction, {
        actor: systemActor('test'),
        operation: 'update',
        object: 'brand',
        objectId: number,
        changes: [],
      })
  })
const verify = (options: string[], environment: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, ...options], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: made.url, ...environment },
  })
  return {
    status,
    stdout,
    stderr: stderr
      .split('\n')
      .filter((line) => !/Warning|--trace/.test(line))
      .join('\n'),
  }
}

describe('npm run verify-log', () => {
  const kept = () => join(folder, 'checkpoints')

  test('proves the log whole and hands out a checkpoint to keep, and the way of a line to the root', async () => {
    await write(5)
    const { status, stdout } = verify(['--keep', kept()])
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: expect.stringContaining('All 5 lines of the activity log are as they were written.'),
    })
    expect(stdout).toContain(readFileSync(kept(), 'utf8').trim())
    await write(3)
    const {
      rows: [line],
    } = await sql<{ id: number }>`select max(id) as id from activity_log`.execute(made.database.db)
    const later = verify(['--checkpoint', kept(), '--keep', kept(), '--line', String(line!.id)])
    expect(later).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Nothing before the kept checkpoint (5 lines) changed, was cut off or inserted.'),
    })
    expect(later.stdout).toContain(
      `Line 8 (id ${line!.id}) is leaf 7 of 8; its hash and the nodes from it to the root:`,
    )
    expect(verify(['--checkpoint', kept()]).stdout).toContain('Nothing before the kept checkpoints (8 lines)')
  })

  test('names what it does not know, and what it cannot use', () => {
    expect(verify(['--chekpoint', 'x'])).toMatchObject({
      status: 1,
      stderr: "Unknown option '--chekpoint'. This command knows --checkpoint, --keep and --line.\n",
    })
    expect(verify(['--checkpoint', join(folder, 'none')])).toMatchObject({
      status: 1,
      stderr: `The checkpoint ${join(folder, 'none')} cannot be read (ENOENT).\n`,
    })
    const broken = join(folder, 'broken')
    writeFileSync(broken, readFileSync(kept(), 'utf8').replace('\n5\n', '\n6\n'))
    expect(verify(['--checkpoint', broken])).toMatchObject({
      status: 1,
      stderr: `Note 1 of ${broken} is signed by no key of the key ring (LOG_KEYS).\n`,
    })
    expect(verify([], { LOG_KEYS: join(folder, 'other-keys.json') })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('names a key that is not in the key ring (LOG_KEYS)'),
    })
  })

  test('finds a log that was cut and written on, where its lines alone look whole', async () => {
    const db = asOwner(made.database)
    await db.transaction().execute(async (transaction) => {
      await sql`alter table activity_log disable trigger all`.execute(transaction)
      await sql`delete from activity_log where sys_position > 3`.execute(transaction)
      await sql`update activity_log set sys_position = null, sys_hash = null`.execute(transaction)
      await sql`alter table activity_log enable trigger all`.execute(transaction)
      await sql`delete from log_checkpoint`.execute(transaction)
      await sql`update log_head set size = 0, parts = '[]', root = ''`.execute(transaction)
    })
    expect(verify([])).toMatchObject({ status: 0, stdout: expect.stringContaining('All 3 lines') })
    expect(verify(['--checkpoint', kept()])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('line 4 and those after it are missing from the end'),
    })
    await write(20)
    appendFileSync(kept(), '\n')
    expect(verify(['--checkpoint', kept()])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('the log was rebuilt at line 1 or after it'),
    })
  })
})
