import { runInThread } from '#engine/server/threads.ts'
import type { ComparedLine } from './compareStatement.ts'
import type { ReadStatement, StatementLine } from './formats/statementLine.ts'
import type { KnownPayment } from './knownPayments.ts'
import type { Remembered } from './remembered.ts'

/** A statement beside the payments it may name. */
export interface ToCompare extends Remembered {
  readonly statement: readonly StatementLine[]
  readonly known: readonly KnownPayment[]
  readonly expected: readonly KnownPayment[]
}

/** The comparison, and what the confirming call repeats. */
export interface Comparison {
  readonly lines: readonly ComparedLine[]
  readonly confirmation: string
}

/**
 * `readStatement` in a thread of its own.
 * @throws ApiError `invalid_statement` naming the line and what is wrong with it
 */
export const readStatementInThread = (text: string): Promise<ReadStatement> =>
  runInThread(new URL('statementReader.process.ts', import.meta.url), text)

/** `compareStatement` in a thread of its own. */
export const compareInThread = (asked: ToCompare): Promise<Comparison> =>
  runInThread(new URL('statementComparer.process.ts', import.meta.url), asked)
