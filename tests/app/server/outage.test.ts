import { expect, test } from 'vitest'
import type { Database } from '#engine/server/database/connect.ts'
import { DatabaseUnavailable } from '#engine/server/database/unavailable.ts'
import { noteAnswer, warnOfFailure } from '#engine/server/http/outageLog.ts'

function outageOf() {
  const lines: unknown[][] = []
  const take = (...line: unknown[]) => void lines.push(line)
  const database = {} as Database
  const log = { info: take, warn: take } as unknown as Parameters<typeof noteAnswer>[1]
  return {
    lines,
    fail: (error: unknown) => warnOfFailure({ database, log, error, message: 'it failed' }),
    answer: () => noteAnswer(database, log),
  }
}

test('an outage of the database is one line with its reason, and one when it is over', () => {
  const { lines, fail, answer } = outageOf()
  answer()
  for (let count = 0; count < 3; count += 1) fail(new DatabaseUnavailable(new Error('connect ECONNREFUSED')))
  answer()
  answer()
  expect(lines).toEqual([
    [{ reason: 'connect ECONNREFUSED' }, expect.stringContaining('is unavailable')],
    [{ seconds: 0, failures: 3 }, 'the database answers again'],
  ])
  fail(new DatabaseUnavailable(new Error('again')))
  expect(lines).toHaveLength(3)
})

test('whatever else fails is written down each time, with its stack', () => {
  const { lines, fail } = outageOf()
  const error = new Error('something else')
  fail(error)
  fail(error)
  expect(lines).toEqual([
    [{ err: error }, 'it failed'],
    [{ err: error }, 'it failed'],
  ])
})
