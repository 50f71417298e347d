import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { withClient } from '#engine/server/database/client.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { fillDatabase } from '#tests/support/databaseServer.ts'

/*
 * What the tests of the API asked the newest PostgreSQL (see tests/support/statements.ts), the oldest one that an operator
 * may bring must understand as well: each statement is parsed there, against the same tables, and carried out by neither.
 */
const folder = process.env.STATEMENTS
const isAsked = folder !== undefined && process.env.TEST_PG_BIN !== undefined

let oldest: TestDatabase
let newest: Awaited<ReturnType<typeof startEmbedded>>
let dataDir: string

beforeAll(async () => {
  if (!isAsked) return
  dataDir = mkdtempSync(join(tmpdir(), 'newest-'))
  oldest = await createTestDatabase()
  newest = await startEmbedded({ dataDir, log: () => {}, durable: false })
  await fillDatabase(newest.url, { isDistributed: false })
})
afterAll(async () => {
  await newest?.stop()
  await oldest?.drop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

/** A statement that is parsed alone; resolves to what is wrong with it, null where it is understood. */
class Parsing {
  readonly outcome: Promise<string | null>
  readonly #text: string
  #tell!: (wrong: string | null) => void

  constructor(text: string) {
    this.#text = text
    this.outcome = new Promise((resolve) => (this.#tell = resolve))
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as { parse(asked: object, more: boolean): void; sync(): void }
    wire.parse({ text: this.#text, name: '', types: [] }, true)
    wire.sync()
  }

  handleError(error: Error & { code?: string }): void {
    this.#tell(`${error.code}: ${error.message}`)
  }

  handleReadyForQuery(): void {
    this.#tell(null)
  }
}

const parsedBy = (client: pg.Client, text: string): Promise<string | null> => {
  const parsing = new Parsing(text)
  client.query(parsing as unknown as pg.Submittable)
  return parsing.outcome
}

it.runIf(isAsked)(
  'the oldest PostgreSQL understands every statement that the newest does',
  async () => {
    const texts = new Set(
      readdirSync(folder!).flatMap((name) =>
        readFileSync(join(folder!, name), 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as string),
      ),
    )
    let understood = 0
    const faults: string[] = []
    await withClient(newest.url, (onNewest) =>
      withClient(oldest.ownerUrl, async (onOldest) => {
        for (const text of texts) {
          if ((await parsedBy(onNewest, text)) !== null) continue
          understood += 1
          const wrong = await parsedBy(onOldest, text)
          if (wrong !== null) faults.push(`${wrong}\n${text.slice(0, 600)}`)
        }
      }),
    )
    process.stdout.write(`${understood} of ${texts.size} statements compared\n`)
    expect(understood).toBeGreaterThan(1_000)
    expect(faults).toEqual([])
  },
  600_000,
)
