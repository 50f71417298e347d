import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feedLimits, readFeed } from '#features/activity/server/feed/readFeed.ts'

const folder = mkdtempSync(join(tmpdir(), 'feed-limits-'))
afterAll(() => rmSync(folder, { recursive: true }))
const header = 'event_id,type,occurred_at,player_ref,action_token,product,amount,currency,country,state,city'
const row = (id: number, city = '') => `e${id},click,2026-03-01T12:00:00Z,,link,,,,,,${city}`

function fileOf(text: string | Buffer): string {
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, text)
  return path
}

async function read(path: string, limits: Partial<typeof feedLimits> = {}): Promise<number> {
  let rows = 0
  for await (const { raw } of readFeed(path, { limits: { ...feedLimits, ...limits } })) if (raw) rows += 1
  return rows
}

describe('a feed file', () => {
  let packedBomb: string
  beforeAll(() => {
    packedBomb = fileOf(gzipSync(`${header}\n${row(1, ' '.repeat(40_000_000))}\n`))
  })

  test('is read to its end in parts, and no row is lost between them', async () => {
    const path = fileOf([header, ...Array.from({ length: 2_500 }, (_, id) => row(id))].join('\n'))
    expect(await read(path)).toBe(2_500)
  })

  test('is refused when it unpacks to more than it may, whatever it weighs packed', async () => {
    const path = fileOf(gzipSync([header, ...Array.from({ length: 50_000 }, (_, id) => row(id))].join('\n')))
    await expect(read(path, { bytesMax: 1_000_000 })).rejects.toThrow(/larger than 1000000 bytes when it is unpacked/)
  })

  test('is refused at a row that is longer than a row can be', async () => {
    await expect(read(packedBomb)).rejects.toThrow(/longer than a row can be/)
  })

  test('is refused beyond the most rows, after those before were read', async () => {
    const path = fileOf([header, ...Array.from({ length: 5 }, (_, id) => row(id))].join('\n'))
    let seen = 0
    await expect(
      (async () => {
        for await (const each of readFeed(path, { limits: { ...feedLimits, rowsMax: 3 } }))
          seen += each.line > 0 ? 1 : 0
      })(),
    ).rejects.toThrow(/more than 3 rows/)
    expect(seen).toBe(3)
  })

  test('is unpacked beside the server, which answers meanwhile', async () => {
    const path = fileOf(gzipSync([header, ...Array.from({ length: 200_000 }, (_, id) => row(id))].join('\n')))
    const iterator = readFeed(path)
    const first = iterator.next()
    // Parsing here would keep this thread for the whole of it: turns of the event loop pass while the first rows are
    // made.
    let turns = 0
    let isDone = false
    void first.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
    expect([(await first).value?.raw?.event_id, turns > 10]).toEqual(['e0', true])
    await iterator.return(undefined)
  })
})
