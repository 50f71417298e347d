import pg from 'pg'

/** The part of the driver that writes messages. */
interface Wire {
  parse(message: { text: string; name: string }): void
  bind(message: { portal: string; statement: string; values: readonly string[] }): void
  execute(message: { portal: string; rows: number }): void
}
/** The driver's query as its own classes see it. */
interface DriverQuery {
  prepare(connection: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Wire): void
  requiresPreparation(): boolean
}
interface QueryConfig {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name: string | undefined
}
type Callback = (error: Error | null, result: pg.QueryResult) => void

const BaseQuery = pg.Query as unknown as new (config: QueryConfig, values: undefined, callback: Callback) => DriverQuery

/** What is sent before a statement, in the same round trip. */
export interface Before {
  readonly text: string
  readonly values: readonly string[]
  /** The settings that it sets, in the order in which it answers what they are now. */
  readonly names: readonly string[]
}

/** The name under which what goes before is prepared, of each text. */
const namesOfTexts = new Map<string, string>()
function nameOf(text: string): string {
  let name = namesOfTexts.get(text)
  if (name === undefined) namesOfTexts.set(text, (name = `fence${namesOfTexts.size}`))
  return name
}

/**
 * A statement with another before it: both go to the server at once, and everything up to the one Sync behind them is
 * one transaction, so that what the first one
 * sets (`set_config(…, true)`) holds for the second and for nothing after it. What the first one answers is dropped.
 */
class QueryBehind extends BaseQuery {
  readonly #before: Before
  readonly #isNamed: boolean
  #isBeforeAnswered = false

  constructor(config: QueryConfig, before: Before, callback: Callback) {
    super(config, undefined, callback)
    this.#before = before
    this.#isNamed = config.name !== undefined
  }

  override requiresPreparation(): boolean {
    return true
  }

  override prepare(connection: Wire): void {
    const { text, values } = this.#before
    // Named, it was prepared by itself (see `askBehind`): the driver takes the first ParseComplete for that of the
    // statement.
    if (!this.#isNamed) connection.parse({ text, name: '' })
    connection.bind({ portal: '', statement: this.#isNamed ? nameOf(text) : '', values })
    connection.execute({ portal: '', rows: 0 })
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isBeforeAnswered) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isBeforeAnswered) super.handleCommandComplete(message, connection)
    this.#isBeforeAnswered = true
  }
}

const preparedBy = new WeakMap<pg.ClientBase, Set<string>>()

/**
 * Prepares what goes before on a session that has not seen it: once a session, a round trip of its own, without
 * effect.
 */
async function prepareBefore(client: pg.ClientBase, { text, values }: Before): Promise<void> {
  let prepared = preparedBy.get(client)
  if (!prepared) preparedBy.set(client, (prepared = new Set()))
  if (prepared.has(text)) return
  await client.query({ text, values: [...values], name: nameOf(text) })
  prepared.add(text)
}

/**
 * Asks a statement with another before it.
 * @param config a statement without a name prepares neither (behind a pooler in transaction mode).
 */
export async function askBehind(client: pg.ClientBase, config: QueryConfig, before: Before): Promise<pg.QueryResult> {
  if (config.name !== undefined) await prepareBefore(client, before)
  return new Promise((resolve, reject) => {
    const query = new QueryBehind(config, before, (error, result) => (error ? reject(error) : resolve(result)))
    client.query(query as unknown as pg.Submittable)
  })
}
