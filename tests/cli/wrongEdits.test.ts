import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'

interface Outcome {
  readonly edits: number
  readonly counts: Readonly<Record<string, number>>
  readonly unanswered: readonly unknown[]
}

describe('wrong edits of resources/, locales/ and themes/', () => {
  let outcome: Outcome
  beforeAll(async () => {
    // In a process of its own: modules are loaded there as a server loads them, thousands of times.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'wrongEdits/checkEdits.process.ts')],
      { maxBuffer: 2 ** 26 },
    )
    outcome = JSON.parse(stdout) as Outcome
  }, 600_000)

  it('are all answered with a code, in the file and line where they are', () => {
    expect(outcome.unanswered).toEqual([])
  })
  it('are many, of every kind', () => {
    expect(outcome.edits).toBeGreaterThan(1000)
    for (const kind of ['option', 'reference', 'number', 'comma', 'import', 'label', 'placeholder', 'owner'])
      expect(outcome.counts[kind], kind).toBeGreaterThanOrEqual(30)
  })
})
