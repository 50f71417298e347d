import pg from 'pg'
import { readAddress } from './address.ts'
import { refusalOf } from './loginRefused.ts'
import { unavailability } from './unavailable.ts'

async function connected(connectionString: string): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 8_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    })
    client.on('error', () => {}) // The statement under way fails with it.
    await client.connect()
    return client
  } catch (error) {
    await client?.end().catch(() => {})
    throw refusalOf(error) ?? unavailability(error) ?? error
  }
}

/**
 * Does `work` on a session of its own, outside any pool: for changes of the schema, which need several statements at
 * once.
 * @throws DatabaseUnavailable when the database cannot be reached, or is lost under way
 * @throws DatabaseRefused when it does not take us as we come
 */
export async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connected(readAddress(url).connectionString)
  try {
    return await work(client)
  } catch (error) {
    throw unavailability(error) ?? error
  } finally {
    await client.end().catch(() => {})
  }
}
