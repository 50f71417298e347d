import type { Database } from './database/connect.ts'
import type { Environment } from './environment.ts'

/** What every part of the server works with; made once by `buildApp`. */
export interface AppContext {
  readonly database: Database
  readonly environment: Environment
  /** The present moment; tests set it. */
  readonly now: () => Date
}
