import { createServer, type Server } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentKeys } from '#engine/activityLog/server/keys/currentKeys.ts'
import { sealActivityLog } from '#engine/activityLog/server/sealActivityLog.ts'
import { type Checkpoint, readCheckpoint, splitNotes } from '#engine/activityLog/server/tree/checkpoint.ts'
import { Witnesses } from '#engine/activityLog/server/anchors.ts'
import { systemActor } from '#engine/declaration/actor.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openOffice } from '#tests/support/office.ts'

let made: TestDatabase
let folder: string
let server: Server
let status = 200
const received: string[] = []
beforeAll(async () => {
  made = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'witnesses-'))
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (status === 200) received.push(body)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.close()
  rmSync(folder, { recursive: true })
  await made.drop()
})

const sizes = (file: string) =>
  splitNotes(file).map((note) => {
    const { origin, current } = currentKeys()
    return (readCheckpoint(note, { origin, publicKeys: [current.publicBytes] }) as Checkpoint).size
  })
const write = async (count: number) => {
  for (let number = 0; number < count; number += 1)
    await logActivity(made.database.db, {
      actor: systemActor('test'),
      operation: 'update',
      object: 'brand',
      objectId: number,
      changes: [],
    })
  await sealActivityLog(made.database)
}

describe('witnesses', () => {
  let now = 0
  const warnings: string[] = []
  const path = () => join(folder, 'checkpoints')
  let witnesses: Witnesses

  test('are handed every new checkpoint, a file and an address, once and not too often', async () => {
    witnesses = new Witnesses({
      targets: [path(), `http://127.0.0.1:${(server.address() as AddressInfo).port}/log?token=secret`],
      warn: (line) => warnings.push(line),
      now: () => now,
    })
    await write(3)
    await witnesses.hand(made.database)
    await witnesses.hand(made.database)
    await write(2)
    await witnesses.hand(made.database)
    expect(sizes(readFileSync(path(), 'utf8'))).toEqual([3])
    now += 60_000
    await witnesses.hand(made.database)
    expect(sizes(readFileSync(path(), 'utf8'))).toEqual([3, 5])
    expect(received.flatMap(sizes)).toEqual([3, 5])
    expect(warnings).toEqual([])
  })

  test('that do not take a checkpoint get it later, after longer and longer pauses; the others are not kept waiting', async () => {
    status = 503
    await write(1)
    now += 60_000
    await witnesses.hand(made.database)
    expect(sizes(readFileSync(path(), 'utf8'))).toEqual([3, 5, 6])
    expect(warnings.splice(0)).toEqual([
      expect.stringMatching(/^the checkpoint of 6 lines could not be handed to http:\/\/127\.0\.0\.1:\d+$/),
    ])
    now += 4_000
    await witnesses.hand(made.database)
    expect(warnings).toEqual([])
    now += 1_000
    await witnesses.hand(made.database)
    status = 200
    now += 5_000
    await witnesses.hand(made.database)
    expect(received.flatMap(sizes)).toEqual([3, 5])
    now += 5_000
    await witnesses.hand(made.database)
    expect(received.flatMap(sizes)).toEqual([3, 5, 6])
    expect(warnings.splice(0)).toHaveLength(1)
  })

  test('make the server say that the log was cut', async () => {
    await sql`delete from log_checkpoint where size > 5`.execute(asOwner(made.database))
    await witnesses.hand(made.database)
    await witnesses.hand(made.database)
    expect(warnings).toEqual([
      expect.stringContaining('the activity log has 5 lines and a witness holds a checkpoint of 6: it was cut'),
    ])
  })
})

test('a server hands the last checkpoint over when it stops', async () => {
  const file = join(folder, 'of-a-server')
  const office = await openOffice({ variables: { LOG_WITNESSES: file } })
  const {
    rows: [before],
  } = await sql<{ count: number }>`select count(*) from activity_log`.execute(office.database.db)
  await office.close()
  expect(sizes(readFileSync(file, 'utf8')).at(-1)).toBe(before!.count)
})
