import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFeed } from '../../src/api/ingest/feed/readFeed.ts'

const root = resolve(import.meta.dirname, '../..')

describe('a command', () => {
  it.each(['close', 'importFeed', 'verifyMovement'])('that is given an option it does not know says so in a sentence, without a stack: %s', (name) => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'src/tools', `${name}.ts`), '--nothing'], { encoding: 'utf8' })
    expect(status).toBe(1)
    expect(stderr).toMatch(/^Unknown option '--nothing'/)
    expect(stderr).not.toMatch(/\n\s+at /)
  })
})

describe('a feed file that is not there', () => {
  it('is said to be missing, and does not end the process that reads it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'feed-'))
    const unhandled: unknown[] = []
    const listen = (error: unknown) => void unhandled.push(error)
    process.on('uncaughtException', listen)
    try {
      await expect(readFeed(join(folder, 'none.csv')).next()).rejects.toThrow(/^There is no file .*none\.csv\.$/)
      await nextTurn()
    } finally {
      process.off('uncaughtException', listen)
      rmSync(folder, { recursive: true })
    }
    expect(unhandled).toEqual([])
  })
})
