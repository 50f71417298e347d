/** A thread that reads a bank statement: 20,000 lines take a processor for seconds. */
import { answerInThread } from '#engine/server/threads.ts'
import { readStatement } from './readBankStatement.ts'

answerInThread(readStatement)
