import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult, TransactionSettings } from 'kysely'
import type postgres from 'postgres'

// Why not kysely-postgres-js: it reserves a connection for every query, never uses prepared statements (three round
// trips instead of one), and postgres.js ends the whole process when a reserved connection dies and is used once more.

/** Kysely over postgres.js: single queries go straight to the pool as prepared statements, transactions hold a connection. */
export function postgresDialect(sql: postgres.Sql): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PoolDriver(sql),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PoolDriver implements Driver {
  readonly #sql: postgres.Sql
  constructor(sql: postgres.Sql) {
    this.#sql = sql
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<PoolConnection> {
    return new PoolConnection(this.#sql)
  }
  async beginTransaction(connection: PoolConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    const access = settings.accessMode ? ` ${settings.accessMode}` : ''
    await connection.begin(`begin${level}${access}`)
  }
  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.command('commit')
  }
  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.command('rollback')
  }
  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release()
  }
  async destroy(): Promise<void> {
    await this.#sql.end({ timeout: 5 })
  }
}

/** The part of postgres.js's own connection object that its `begin` uses to hear of a lost connection. */
interface DriverConnection {
  onclose: ((error: Error) => void) | null
}

/** A connection as Kysely sees it: the pool until a transaction begins, from then on one session of it. */
class PoolConnection implements DatabaseConnection {
  readonly #pool: postgres.Sql
  #reserved: postgres.ReservedSql | null = null
  #lost: Error | null = null

  constructor(pool: postgres.Sql) {
    this.#pool = pool
  }

  /** Holds a session and begins. From here on a lost session is remembered: using it would break the session of whoever has it next. */
  async begin(statement: string): Promise<void> {
    this.#reserved = await this.#pool.reserve()
    const onexecute = (connection: DriverConnection): true => {
      connection.onclose = (error) => (this.#lost = error)
      return true
    }
    await this.#reserved.unsafe(statement, [], { onexecute } as postgres.UnsafeQueryOptions)
  }

  async command(statement: 'commit' | 'rollback'): Promise<void> {
    if (this.#lost && statement === 'rollback') return // The server has rolled back by itself.
    this.#refuseLost()
    await this.#reserved?.unsafe(statement)
  }

  release(): void {
    if (!this.#lost) this.#reserved?.release()
    this.#reserved = null
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    this.#refuseLost()
    const result = await (this.#reserved ?? this.#pool).unsafe(sql, parameters as postgres.ParameterOrJSON<never>[], { prepare: true })
    const hasChanged = result.command === 'INSERT' || result.command === 'UPDATE' || result.command === 'DELETE' || result.command === 'MERGE'
    return { rows: result as unknown as Row[], numAffectedRows: hasChanged ? BigInt(result.count ?? 0) : undefined }
  }

  async *streamQuery<Row>({ sql, parameters }: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    this.#refuseLost()
    const query = (this.#reserved ?? this.#pool).unsafe(sql, parameters as postgres.ParameterOrJSON<never>[], { prepare: true })
    for await (const rows of query.cursor(chunkSize)) yield { rows: rows as unknown as Row[] }
  }

  #refuseLost(): void {
    if (this.#lost) throw this.#lost
  }
}
