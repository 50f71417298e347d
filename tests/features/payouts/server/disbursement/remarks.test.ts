import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AttemptCode,
  attemptText,
  type OutcomeCode,
  outcomeText,
  type CodedMessage,
} from '#engine/declaration/messageCodes.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let given: TestDatabase
beforeAll(async () => {
  given = await createTestDatabase()
})
afterAll(() => given.drop())

const attempts: readonly CodedMessage<AttemptCode>[] = [
  { code: 'sent' },
  { code: 'sentAgain', values: { tries: 3 } },
  { code: 'accepted' },
  { code: 'settled' },
  { code: 'byHand' },
  { code: 'absent' },
  { code: 'returned', values: { reason: 'closed account' } },
  { code: 'refusedForNow', values: { reason: 'busy (really)', tries: 2 } },
  { code: 'refusedAfter', values: { tries: 6, reason: 'busy' } },
  { code: 'refused', values: { reason: 'no: such key' } },
  { code: 'unknown', values: { reason: 'no answer' } },
]
const outcomes: readonly CodedMessage<OutcomeCode>[] = [
  { code: 'nothingMoved' },
  { code: 'firstStart' },
  { code: 'closed', values: { from: '2026-03-01', count: 12 } },
  { code: 'closedDays', values: { from: '2026-03-01', to: '2026-03-05', count: 12 } },
  { code: 'followed', values: { count: 0 } },
  { code: 'paid', values: { count: 4 } },
  { code: 'uploads', values: { count: 1 } },
]

/** What the migration does with rows that were written before it. */
async function convert() {
  const text = await readFile(new URL('../../../../../src/migrations/0077_remarks.sql', import.meta.url), 'utf8')
  for (const statement of text.split(';\n').filter((each) => /^(--.*\n)*\s*update /m.test(each)))
    await sql.raw(statement).execute(given.database.db)
}

describe('what was recorded in English before there were codes', () => {
  test('is read by its sentence once, with what it names; other words stay as they are', async () => {
    const { db } = given.database
    const {
      rows: [payment],
    } = await sql<{
      id: number
    }>`insert into payment (value, currency, method, state, entries) values (1, 'BRL', 'manual', 'settled', '{}')
      returning id`.execute(db)
    for (const message of [...attempts.map(attemptText), 'The moon is full'])
      await sql`insert into payment_attempt (payment, outcome, message)
        values (${payment!.id}, 'x', ${message})`.execute(db)
    for (const outcome of [...outcomes.map((remark) => outcomeText([remark])), 'run 7'])
      await sql`insert into job (kind, state, outcome) values ('x', 'done', ${outcome})`.execute(db)
    await convert()
    const { rows: told } = await sql<{ remark: unknown }>`select remark from payment_attempt order by id`.execute(db)
    expect(told.map(({ remark }) => remark)).toEqual([...attempts, null])
    const { rows: runs } = await sql<{
      remarks: unknown
    }>`select remarks from job where kind = 'x' order by id`.execute(db)
    expect(runs.map(({ remarks }) => remarks)).toEqual([...outcomes.map((remark) => [remark]), null])
  })
})
