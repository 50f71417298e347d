/** A thread that compares a statement with payments: many payments of one name take a processor for seconds. */
import { answerInThread } from '#engine/server/threads.ts'
import { compareStatement, comparisonToken } from './compareStatement.ts'
import type { Comparison, ToCompare } from './inThread.ts'

answerInThread(({ statement, ...payments }: ToCompare): Comparison => {
  const lines = compareStatement(statement, payments)
  return { lines, confirmation: comparisonToken(lines) }
})
