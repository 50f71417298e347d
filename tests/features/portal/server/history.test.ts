import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateKeyPairSync } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifierKey } from '#engine/activityLog/server/tree/checkpoint.ts'
import { zipChunks } from '#engine/export/server/zip.ts'
import { openPerson } from '#tests/support/person.ts'
import { openProgramme, presentMoment, type Programme } from '../../reporting/server/support/programme.ts'

const program = resolve('src/cli/verifyStatement.mjs')
let programme: Programme
let archive: Buffer
let key: string
let check: (archive: Uint8Array, key: string) => { files: number; statements: number; owner: { id: number } }

async function exported(affiliate: number): Promise<Buffer> {
  const { client } = await openPerson(programme, affiliate, { now: () => presentMoment })
  const answer = await programme.app.inject({
    url: '/api/portal/history',
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect(answer).toMatchObject({ statusCode: 200, headers: { 'content-type': 'application/zip' } })
  return answer.rawPayload
}

/** The files of an archive, by its directory. */
function unpacked(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = zip.readUInt32LE(zip.length - 6); at < zip.length - 22;) {
    const length = zip.readUInt16LE(at + 28)
    const name = zip.toString('utf8', at + 46, at + 46 + length)
    const begin = zip.readUInt32LE(at + 42) + 30 + length
    files.set(name, inflateRawSync(zip.subarray(begin, begin + zip.readUInt32LE(at + 20))))
    at += 46 + length
  }
  return files
}

/** Bytes that are UTF-8 written as they are: what a forger packs anew. */
async function packed(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const entries = [...files].map(([path, content]) => ({ path, content: [content.toString('utf8')] }))
  for await (const chunk of zipChunks(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const wrong = (zip: Buffer, by = key): string | null => {
  try {
    check(zip, by)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

beforeAll(async () => {
  programme = await openProgramme()
  const [link, other] = programme.links
  await programme.send([
    { link: link!, type: 'registration', day: '2030-04-03', player: 'anna@mail.example' },
    { link: link!, type: 'bet', day: '2030-04-03', product: 'bets', amount: '1234.56', player: 'anna@mail.example' },
    { link: link!, type: 'bet', day: '2030-06-01', product: 'bets', amount: '100.00', player: 'anna@mail.example' },
    { link: other!, type: 'bet', day: '2030-06-01', product: 'bets', amount: '77.77' },
  ])
  await programme.closeDays('2030-04-03', '2030-06-14')
  ;({ checkHistory: check } = (await import(program)) as { checkHistory: typeof check })
  archive = await exported(programme.affiliates[0]!.id)
  key = (await programme.app.inject('/log/key')).body.trim()
})
afterAll(() => programme.close())

describe('the history of an affiliate', () => {
  it('holds sums by day and player, deals and statements, and the shipped program finds it right', () => {
    expect([...unpacked(archive).keys()]).toEqual([
      'activity/2030-04.csv',
      'activity/2030-05.csv',
      'activity/2030-06.csv',
      'deals.json',
      'statements/BRL-2030-04.proof.json',
      'statements/BRL-2030-05.proof.json',
      'statements/BRL-2030-06.proof.json',
      'manifest.json',
      'manifest.proof.json',
    ])
    expect(check(archive, key)).toMatchObject({ files: 9, statements: 3, owner: { id: programme.affiliates[0]!.id } })
    const folder = mkdtempSync(join(tmpdir(), 'history-'))
    writeFileSync(join(folder, 'history.zip'), archive)
    const { stdout, status } = spawnSync(process.execPath, [program, join(folder, 'history.zip'), key])
    rmSync(folder, { recursive: true })
    expect([status, String(stdout)]).toEqual([0, expect.stringContaining('9 files, 3 statements')])
  })

  it('names players by number alone, and nothing of other affiliates', async () => {
    const files = unpacked(archive)
    const text = [...files.values()].join('\n')
    expect(text).not.toMatch(/anna|mail\.example|77\.77/)
    const { rows } = await sql<{
      id: string
    }>`select id::text as id from player where affiliate = ${programme.affiliates[0]!.id}`.execute(
      programme.database.db,
    )
    const april = String(files.get('activity/2030-04.csv')).split('\r\n')
    expect(april[1]).toContain(`"2030-04-03","${rows[0]!.id}","BRL"`)
    expect(april[1]).toContain('"1234.56"')
  })

  it('is a line of the log, and so is each statement', async () => {
    const { rows } = await sql<{ operation: string; count: number }>`select operation, count(*)::int as count
      from activity_log where object = 'affiliate' and object_id = ${String(programme.affiliates[0]!.id)}
        and operation like 'issue%' group by 1 order by 1`.execute(programme.database.db)
    expect(rows).toEqual([
      { operation: 'issueHistory', count: 1 },
      { operation: 'issueStatement', count: 3 },
    ])
  })

  it('is wrong with any file changed by a byte', async () => {
    const files = unpacked(archive)
    for (const [name, content] of files) {
      const changed = Buffer.from(content)
      // A digit or letter for another, so that the file is still text.
      const place = changed.findLastIndex((byte) => (byte >= 0x30 && byte <= 0x38) || (byte >= 0x61 && byte <= 0x79))
      changed[place]! += 1
      const forged = await packed(new Map([...files, [name, changed]]))
      expect([name, wrong(forged)]).toEqual([name, expect.any(String)])
    }
    expect(wrong(await packed(files))).toBeNull()
  })

  it('is wrong with a file missing, or one more', async () => {
    const files = unpacked(archive)
    for (const name of files.keys()) {
      const fewer = new Map([...files].filter(([each]) => each !== name))
      expect(wrong(await packed(fewer))).toMatch(new RegExp(`${name} is missing`))
    }
    expect(wrong(await packed(new Map([...files, ['more.txt', Buffer.from('x')]])))).toMatch(/does not name/)
    expect(wrong(archive.subarray(0, -1))).toMatch(/no whole archive/)
  })

  it('is wrong by the key of another company', () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const bytes = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    expect(wrong(archive, verifierKey(key.split('+')[0]!, bytes))).toMatch(/not signed with this key/)
  })

  it("is wrong with another affiliate's statement or manifest in it", async () => {
    const others = unpacked(await exported(programme.affiliates[1]!.id))
    const files = unpacked(archive)
    const mixed = new Map([...files, ['manifest.proof.json', others.get('manifest.proof.json')!]])
    expect(wrong(await packed(mixed))).toMatch(/not about a history of this owner/)
    const swapped = new Map([
      ...files,
      ['statements/BRL-2030-06.proof.json', others.get('statements/BRL-2030-06.proof.json')!],
    ])
    expect(wrong(await packed(swapped))).toMatch(/was changed/)
  })

  it('is refused to staff and whoever has not signed in, and to more than six an hour', async () => {
    expect((await programme.root.get('/api/portal/history')).status).toBe(403)
    expect((await programme.nobody.get('/api/portal/history')).status).toBe(401)
    const { client } = await openPerson(programme, programme.affiliates[2]!.id, { now: () => presentMoment })
    const statuses: number[] = []
    for (let index = 0; index < 7; index += 1) statuses.push((await client.get('/api/portal/history')).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})
