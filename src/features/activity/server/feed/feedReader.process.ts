/**
 * A thread that reads a feed file: unpacking and parsing take a processor for themselves, and the server goes on
 * answering.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { FeedError } from './feedError.ts'
import { type FeedFormat, type FeedHead, type FeedLimits, type FeedRow, parseFeed } from './parseFeed.ts'
import type { FeedPart } from './readFeed.ts'

const rowsAPart = 1_000
const { path, limits, format } = workerData as { path: string; limits: FeedLimits; format: FeedFormat }
let head: FeedHead = { ignored: [], kit: null }
const rows = parseFeed(path, { limits, format, onHead: (told) => (head = told) })

async function nextPart(): Promise<FeedPart> {
  const part: FeedRow[] = []
  try {
    while (part.length < rowsAPart) {
      const { done, value } = await rows.next()
      if (done) return { rows: part, isLast: true, head }
      part.push(value)
    }
    return { rows: part, isLast: false, head }
  } catch (error) {
    // What was read before a bad line is imported, as if it had been read one by one.
    if (error instanceof FeedError) return { rows: part, isLast: true, head, problem: error.remark ?? error.message }
    throw error
  }
}

parentPort!.on('message', () => void nextPart().then((part) => parentPort!.postMessage(part)))
