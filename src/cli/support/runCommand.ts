/** The command was called wrongly, or refuses for a reason the caller can mend; shown without a stack. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Errors whose message already says what to do. */
const foreseen = new Set([
  'UsageError',
  'ConfigurationError',
  'EnvironmentError',
  'EmbeddedInUse',
  'EmbeddedError',
  'SchemaMismatch',
  'MigrationError',
  'DatabaseUnavailable',
  'ListenError',
  'LogKeysError',
  'BoundSettingsError',
  'ZoneChangeError',
  'RightsError',
  'TrialWriteError',
  'FenceError',
  'DatabaseRefused',
  'DistributionError',
])

/**
 * A failure as the person at the terminal needs it: a sentence where it was foreseen, else with the stack that nobody
 * else has.
 */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!foreseen.has(error.name)) return error.stack ?? error.message
  if (error.name !== 'DatabaseUnavailable') return error.message
  const reason = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.message}${reason} Check that it runs and that DATABASE_URL names it, or leave DATABASE_URL out to use the embedded one.`
}

/** Runs a command-line tool: exit code 0 only when everything asked was done. */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exitCode = 1
  })
}
