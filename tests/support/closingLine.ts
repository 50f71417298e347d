import type { Reporter, TestModule, TestRunEndReason, SerializedError } from 'vitest/node'

/**
 * Ends the run's output with one line, `N passed, N failed`, that a script can read. A file that cannot be loaded and an
 * error outside any test count as a failure each.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], _reason: TestRunEndReason): void {
    let passed = 0
    let failed = errors.length
    for (const module of modules) {
      let failedHere = 0
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'passed') passed += 1
        if (state === 'failed') failedHere += 1
      }
      // Nothing in it failed, and yet it did: it could not be loaded, or its set-up failed.
      failed += failedHere === 0 && module.state() === 'failed' ? 1 : failedHere
    }
    // A set-up of the whole run that failed is told by the exit code alone.
    process.once('exit', (code) => process.stdout.write(`${passed} passed, ${failed === 0 && code !== 0 ? 1 : failed} failed\n`))
  }
}
