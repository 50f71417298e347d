import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'

/*
 * With STATEMENTS=FOLDER, what tests ask the database is written there, each text once a worker and as JSON a line:
 * `tests/engine/server/database/oldestServer.test.ts` asks another PostgreSQL whether it understands all of it.
 */
const folder = process.env.STATEMENTS
const texts = ((globalThis as { sentStatements?: Map<string, boolean> }).sentStatements ??= watched(new Map()))

/** Texts, and whether each was written down. */
function watched(sent: Map<string, boolean>): Map<string, boolean> {
  if (folder === undefined) return sent
  const client = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown }
  const { query } = client
  client.query = function (this: unknown, ...given) {
    const [asked] = given as [string | { text?: unknown } | undefined]
    const text = typeof asked === 'string' ? asked : asked?.text
    if (typeof text === 'string' && !sent.has(text)) sent.set(text, false)
    return query.apply(this, given)
  }
  return sent
}

afterAll(() => {
  const fresh = [...texts].flatMap(([text, isWritten]) => (isWritten ? [] : [text]))
  if (folder === undefined || fresh.length === 0) return
  appendFileSync(join(folder, `${process.pid}.jsonl`), fresh.map((text) => `${JSON.stringify(text)}\n`).join(''))
  for (const text of fresh) texts.set(text, true)
})
