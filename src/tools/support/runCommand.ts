/** The command was called wrongly, or refuses for a reason the caller can mend; shown without a stack. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/**
 * Runs a command-line tool: exit code 0 only when everything asked was done. What goes wrong is shown as a sentence; the
 * stack of an unforeseen error is added, since nobody else has it.
 */
export function runCommand(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    const isForeseen = error instanceof Error && foreseen.has(error.name)
    process.stderr.write(`${isForeseen ? error.message : error instanceof Error ? error.stack : String(error)}\n`)
    process.exitCode = 1
  })
}

const foreseen = new Set(['UsageError', 'EnvironmentError', 'EmbeddedInUse', 'SchemaMismatch', 'DatabaseUnavailable'])
