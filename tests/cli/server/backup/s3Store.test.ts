import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BackupStore, openStore } from '#cli/backup/stores/store.ts'
import { type ObjectStore, openObjectStore, storeKeys } from '#tests/support/objectStore.ts'

let server: ObjectStore
let store: BackupStore
const variables = (others: Record<string, string> = {}) => ({
  AWS_ACCESS_KEY_ID: storeKeys.id,
  AWS_SECRET_ACCESS_KEY: storeKeys.secret,
  AWS_REGION: storeKeys.region,
  BACKUP_S3_ENDPOINT: server.endpoint,
  ...others,
})
beforeAll(async () => {
  server = await openObjectStore()
  store = openStore('s3://backups/of the office', variables())
})
afterAll(() => server.close())
beforeEach(() => {
  server.objects.clear()
  server.uploads.clear()
  server.asked.length = 0
  server.failures.length = 0
})

async function* inPieces(content: Buffer, size = 1_000_000): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += size) yield content.subarray(from, from + size)
}
async function readBack(name: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of store.read(name)) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('backups in an S3-compatible store', () => {
  test('small ones are put at once, large ones in parts, and come back byte for byte', async () => {
    const [small, large] = [randomBytes(1_000), randomBytes(40_000_000)]
    expect(await store.write('small & sound.age', inPieces(small, 300))).toBe(1_000)
    expect(await store.write('large.age', inPieces(large))).toBe(40_000_000)
    expect(server.asked.filter((line) => line.includes('partNumber='))).toHaveLength(3)
    expect([...server.objects.keys()]).toEqual(['of the office/small & sound.age', 'of the office/large.age'])
    expect((await readBack('small & sound.age')).equals(small)).toBe(true)
    expect((await readBack('large.age')).equals(large)).toBe(true)
    expect(store.pathOf('large.age')).toBe('s3://backups/of the office/large.age')
  })

  test('all are listed, however many pages they take, and nothing beside the folder', async () => {
    for (const name of ['a', 'b', 'c & d', 'e', 'f']) server.objects.set(`of the office/${name}`, Buffer.from(name))
    server.objects.set('of another/a', Buffer.from('a'))
    expect(await store.list()).toEqual(['a', 'b', 'c & d', 'e', 'f'])
    await store.remove('c & d')
    expect(await store.list()).toEqual(['a', 'b', 'e', 'f'])
  })

  test('a store that fails for a moment, or a connection that ends, is asked again', async () => {
    server.failures.push(503, 0)
    expect(await store.write('again.age', inPieces(Buffer.from('again')))).toBe(5)
    expect(server.asked).toHaveLength(3)
    expect((await readBack('again.age')).toString()).toBe('again')
  })

  test('what cannot be finished is given up and leaves nothing behind', async () => {
    async function* broken() {
      yield randomBytes(17_000_000)
      yield randomBytes(17_000_000)
      throw new Error('The database went away.')
    }
    await expect(store.write('broken.age', broken())).rejects.toThrow('The database went away.')
    expect([server.objects.size, server.uploads.size]).toEqual([0, 0])
  })

  test('a wrong key is refused at once, in words', async () => {
    const wrong = openStore('s3://backups/x', variables({ AWS_SECRET_ACCESS_KEY: 'another' }))
    await expect(wrong.list()).rejects.toThrow(
      /s3:\/\/backups\/x \(127\.0\.0\.1:\d+\) refused GET: SignatureDoesNotMatch/,
    )
    expect(server.asked).toHaveLength(1)
  })

  test('settings that do not suffice are said before anything is read', () => {
    expect(() => openStore('s3://backups/x', {})).toThrow('AWS_ACCESS_KEY_ID')
    expect(() => openStore('s3:///x', variables())).toThrow('names no bucket')
    expect(() => openStore('s3://b', variables({ BACKUP_S3_ENDPOINT: 'http://store.example' }))).toThrow('https://')
  })
})
