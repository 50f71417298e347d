import type { Reporter, TestCase, TestModule, TestRunEndReason, SerializedError } from 'vitest/node'

/**
 * Ends the run's output with what failed, a line each, and with one line, `N passed, N failed`, that a script can read:
 * of a long run often the end alone is kept. A file that cannot be loaded and an
 * error outside any test count as a failure each.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], _reason: TestRunEndReason): void {
    let passed = 0
    const failures = errors.map(({ message }) => `outside any test: ${firstLine(message)}`)
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      const failed = tests.filter((test) => test.result().state === 'failed')
      passed += tests.filter((test) => test.result().state === 'passed').length
      failures.push(...failed.map(tellTest))
      // Nothing in it failed, and yet it did: it could not be loaded, or its set-up failed.
      if (failed.length === 0 && module.state() === 'failed')
        failures.push(`${module.relativeModuleId}: ${firstLine(module.errors()[0]?.message)}`)
    }
    process.once('exit', (code) => {
      // A set-up of the whole run that failed is told by the exit code alone.
      const told = failures.length === 0 && code !== 0 ? ['the run itself, see above'] : failures
      process.stdout.write(
        `${told.map((failure) => `failed: ${failure}\n`).join('')}${passed} passed, ${told.length} failed\n`,
      )
    })
  }
}

const tellTest = (test: TestCase): string =>
  `${test.module.relativeModuleId} > ${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`
const firstLine = (text = 'no message'): string => text.split('\n', 1)[0]!
