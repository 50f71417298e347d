import pg from 'pg'
import { readAddress } from './address.ts'
import { DatabaseUnavailable, isUnavailable } from './unavailable.ts'

/**
 * Does `work` on a session of its own, outside any pool: for changes of the schema, which need several statements at once.
 * @throws DatabaseUnavailable when the database cannot be reached, or is lost under way
 */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: readAddress(url).connectionString, connectionTimeoutMillis: 8_000, keepAlive: true, keepAliveInitialDelayMillis: 5_000 })
  client.on('error', () => {}) // The statement under way fails with it.
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw isUnavailable(error) ? new DatabaseUnavailable(error) : error
  } finally {
    await client.end().catch(() => {})
  }
}
