import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addKey, openKeyRing } from '#engine/activityLog/server/keys/keyRing.ts'
import { readCheckpoint, signCheckpoint, splitNotes, verifierKey } from '#engine/activityLog/server/tree/checkpoint.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'log-keys-'))
})
afterAll(() => rmSync(folder, { recursive: true }))
const ringIn = (name: string) => openKeyRing(join(folder, name, 'keys.json'))

describe('the key ring of the log', () => {
  test('is made at the first start, for its owner alone, and stays what it is', () => {
    const ring = ringIn('made')
    expect(statSync(join(folder, 'made/keys.json')).mode & 0o777).toBe(0o600)
    expect(ringIn('made').current.secret).toEqual(ring.current.secret)
    expect(ringIn('made').origin).toBe(ring.origin)
  })

  test('takes further keys: the newest writes, the older ones go on proving', () => {
    const before = ringIn('rotated')
    const after = addKey(join(folder, 'rotated/keys.json'))
    expect([...after.keys.keys()]).toEqual([before.current.id, after.current.id])
    expect(after.current.id).not.toBe(before.current.id)
    expect(after.keys.get(before.current.id)!.secret).toEqual(before.current.secret)
    expect(statSync(join(folder, 'rotated/keys.json')).mode & 0o777).toBe(0o600)
  })

  test('says which file is none, and makes no other in its place', () => {
    const path = join(folder, 'broken.json')
    writeFileSync(path, '{}')
    expect(() => openKeyRing(path)).toThrow(`${path} is not a key ring of the log`)
    expect(existsSync(join(folder, 'broken.json'))).toBe(true)
    writeFileSync(join(folder, 'file'), '')
    expect(() => openKeyRing(join(folder, 'file/keys.json'))).toThrow('LOG_KEYS')
  })
})

describe('a checkpoint', () => {
  const root = randomBytes(32)
  const readers = (name: string) => {
    const { origin, current } = ringIn(name)
    return { origin, publicKeys: [current.publicBytes] }
  }

  test('is a signed note: origin, size, root, and a signature that names the log', () => {
    const { origin, current } = ringIn('signing')
    const note = signCheckpoint({ origin, size: 7, root }, current)
    expect(note).toMatch(
      /^affiliate-back-office\/[0-9a-f]{12}\n7\n[A-Za-z0-9+/]{43}=\n\n— affiliate-back-office\/[0-9a-f]{12} [A-Za-z0-9+/]{91}=\n$/,
    )
    expect(readCheckpoint(note, readers('signing'))).toEqual({ origin, size: 7, root })
    const [name, hash, key] = verifierKey(origin, current.publicBytes).split('+')
    expect([name, hash?.length, Buffer.from(key!, 'base64')[0]]).toEqual([origin, 8, 1])
    expect(Buffer.from(note.trimEnd().split(' ').at(-1)!, 'base64').subarray(0, 4).toString('hex')).toBe(hash)
  })

  test('is refused with another size, of another log, with another signature, or cut short', () => {
    const { origin, current } = ringIn('signing')
    const note = signCheckpoint({ origin, size: 7, root }, current)
    expect(readCheckpoint(note.replace('\n7\n', '\n8\n'), readers('signing'))).toBe('unknown_signature')
    expect(readCheckpoint(note, readers('another'))).toBe('other_log')
    expect(readCheckpoint(note, { origin, publicKeys: readers('another').publicKeys })).toBe('unknown_signature')
    expect(readCheckpoint(note.split('\n').slice(0, 3).join('\n'), readers('signing'))).toBe('malformed')
    expect(readCheckpoint(note.replace('\n7\n', '\n07\n'), readers('signing'))).toBe('malformed')
  })

  test('keeps its own signature beside those of witnesses, in a file with others', () => {
    const { origin, current } = ringIn('signing')
    const notes = [7, 9].map(
      (size) =>
        `${signCheckpoint({ origin, size, root }, current)}— witness.example/w ${randomBytes(76).toString('base64')}\n`,
    )
    const read = splitNotes(`${notes.join('\n')}\n`).map((note) => readCheckpoint(note, readers('signing')))
    expect(read).toEqual([
      { origin, size: 7, root },
      { origin, size: 9, root },
    ])
  })
})
