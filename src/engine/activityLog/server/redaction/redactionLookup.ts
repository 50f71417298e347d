import { redactedNames } from '../lines/lineProof.ts'
import type { SealedLine } from '../lines/storedLines.ts'

/** How the line that redacts another is written. */
export const redactOperation = 'redact'
/** What such a line says was done to a value. */
export const redactedWord = 'redacted'

/** What was redacted, and what the log says about it: each must have a line that says who did it and why. */
export class RedactionBook {
  readonly #redacted: SealedLine[] = []
  readonly #told = new Map<string, Set<string>>()

  get count(): number {
    return this.#redacted.length
  }

  /** Takes a line whose proof holds. */
  take(line: SealedLine): void {
    if (redactedNames(line).length > 0) this.#redacted.push(line)
    if (line.object !== 'activityLog' || line.operation !== redactOperation || line.objectId === null) return
    const names = this.#told.get(line.objectId) ?? new Set()
    for (const { field, after } of line.changes) if (after === redactedWord) names.add(field)
    this.#told.set(line.objectId, names)
  }

  /** The first line of which something was taken out without a word in the log. */
  firstUnlawful(): SealedLine | undefined {
    return this.#redacted.find((line) => redactedNames(line).some((name) => !this.#told.get(line.id)?.has(name)))
  }
}
