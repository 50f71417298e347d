/** A thread that reads the table of an uploaded file. */
import { answerInThread } from '#engine/server/threads.ts'
import { readTable } from './readTable.ts'

answerInThread(readTable)
