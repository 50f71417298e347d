import pg from 'pg'

/** A statement that has had no answer for a while, as the side that waits knows it. */
export interface Unanswered {
  readonly client: pg.ClientBase
  readonly text: string
}

/** Which of some statements the database works on at this moment; null where it cannot be told. */
export type AskDatabase = (
  config: pg.ClientConfig,
  unanswered: readonly Unanswered[],
) => Promise<((statement: Unanswered) => boolean) | null>

type Connected = pg.ClientBase & Pick<pg.Client, 'connection'> & { readonly processID: number | null }
const processOf = (client: pg.ClientBase) => (client as Connected).processID ?? 0

/** Ends a connection at once, without a word to the other side; what is under way on it fails as lost. */
export function destroyConnection(client: pg.ClientBase): void {
  ;(client as Connected).connection.stream.destroy()
}

const onNothing = () => false

/**
 * Asks over a connection of its own. Who does not let us in has lost what was under way there as well.
 * @param whenSilent what is told where we are let in and nobody answers
 */
async function askOver<Row extends object>(
  config: pg.ClientConfig,
  { text, values, whenSilent }: { text: string; values: unknown[]; whenSilent: typeof onNothing | null },
  read: (row: Row, client: pg.Client) => ((statement: Unanswered) => boolean) | null,
): Promise<((statement: Unanswered) => boolean) | null> {
  const client = new pg.Client(config)
  client.on('error', () => {}) // The statement under way fails with it.
  let isIn = false
  try {
    await client.connect()
    isIn = true
    return read((await client.query<Row>(text, values)).rows[0]!, client)
  } catch (error) {
    return error instanceof pg.DatabaseError ? null : isIn ? whenSilent : onNothing
  } finally {
    destroyConnection(client)
  }
}

/**
 * By the sessions that this side knows. Where they are not those of the database (a pooler nobody spoke of) it cannot be
 * told.
 */
export const bySession: AskDatabase = (config, unanswered) => {
  const text = `select pg_backend_pid() as own, array(select pid from pg_stat_activity
    where pid = any($1::integer[]) and coalesce(state, '') not like 'idle%') as working`
  const values = [unanswered.map(({ client }) => processOf(client))]
  return askOver<{ own: number; working: number[] }>(config, { text, values, whenSilent: onNothing }, (row, client) => {
    const working = new Set(row.working)
    return row.own === processOf(client) ? (statement) => working.has(processOf(statement.client)) : null
  })
}

/** PostgreSQL keeps a kilobyte of each text; so much is in it, however many bytes a character has. */
const keptLength = 200

/**
 * By the texts of the statements, behind a pooler in transaction mode, whose sessions are anybody's. A pooler that lets
 * us in and has no session free for the question may have none for the statement either: that tells nothing. It serves
 * in the order of coming, so once it answers, what is older has had its turn.
 */
export const byText: AskDatabase = (config, unanswered) => {
  const kept = (text: string) => text.trimStart().slice(0, keptLength)
  const text = `select array(select distinct left(ltrim(query, E' \\t\\r\\n'), ${keptLength}) from pg_stat_activity
    where state = 'active' and pid <> pg_backend_pid()
      and left(ltrim(query, E' \\t\\r\\n'), ${keptLength}) = any($1::text[])) as working`
  const values = [[...new Set(unanswered.map((each) => kept(each.text)))]]
  return askOver<{ working: string[] }>(config, { text, values, whenSilent: null }, (row) => {
    const working = new Set(row.working)
    return (statement) => working.has(kept(statement.text))
  })
}
