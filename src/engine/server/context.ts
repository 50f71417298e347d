import type { Database } from '#engine/server/database/connect.ts'
import type { Environment } from '#engine/server/environment.ts'

/** What every part of the server works with; made once by `buildApp`. */
export interface AppContext {
  readonly database: Database
  readonly environment: Environment
  /** The present moment, by the database's clock; tests set it. */
  readonly now: () => Date
}
