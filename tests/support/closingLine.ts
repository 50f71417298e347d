import type { TestError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestRunEndReason, SerializedError } from 'vitest/node'

/** As much of what a test found as a line can hold. */
const foundMax = 600

/**
 * Ends the run's output with what failed or passed at its second try alone, a line each, and with one line,
 * `N passed, N failed`, that a script can read: of a long run often the end alone is kept. A file that cannot be loaded
 * and an error outside any test count as a failure each.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], _reason: TestRunEndReason): void {
    let passed = 0
    const failures = errors.map(({ message }) => `outside any test: ${firstLine(message)}`)
    const wavering: string[] = []
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      const failed = tests.filter((test) => test.result().state === 'failed')
      passed += tests.filter((test) => test.result().state === 'passed').length
      failures.push(...failed.map(tellTest))
      wavering.push(...tests.filter((test) => test.diagnostic()?.flaky).map(tellTest))
      // Nothing in it failed, and yet it did: it could not be loaded, or its set-up failed.
      if (failed.length === 0 && module.state() === 'failed')
        failures.push(`${module.relativeModuleId}: ${firstLine(module.errors()[0]?.message)}`)
    }
    process.once('exit', (code) => {
      // A set-up of the whole run that failed is told by the exit code alone.
      const told = failures.length === 0 && code !== 0 ? ['the run itself, see above'] : failures
      const lines = [
        ...wavering.map((text) => `passed when tried again: ${text}`),
        ...told.map((failure) => `failed: ${failure}`),
        `${passed} passed, ${told.length} failed`,
      ]
      process.stdout.write(`${lines.join('\n')}\n`)
    })
  }
}

function tellTest(test: TestCase): string {
  const error = test.result().errors?.[0]
  return `${test.module.relativeModuleId} > ${test.fullName}: ${firstLine(error?.message)}${foundIn(error)}`
}

/** What the message of a comparison leaves out, as in "expected [ Array(1) ] to deeply equal []". */
const foundIn = ({ message = '', actual }: Partial<TestError> = {}): string =>
  /…|Array\(|Object/.test(message) && typeof actual === 'string'
    ? `; it was ${actual.replace(/\s+/g, ' ').slice(0, foundMax)}`
    : ''
const firstLine = (text = 'no message'): string => text.split('\n', 1)[0]!
