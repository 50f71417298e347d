import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FeedProblemCode, CodedMessage } from '#engine/declaration/messageCodes.ts'
import { FeedError } from './feedError.ts'
import type { FeedLimits, FeedRow } from './parseFeed.ts'

/** What a feed file may come to: 4 GiB unpacked, 20 million rows, 64 KiB a row. */
export const feedLimits: FeedLimits = { bytesMax: 4 * 1024 ** 3, rowsMax: 20_000_000, rowBytesMax: 64 * 1024 }

/** Some rows as the reading thread hands them over, and what ended the file where it was not its end. */
export interface FeedPart {
  readonly rows: readonly FeedRow[]
  readonly isLast: boolean
  readonly problem?: string | CodedMessage<FeedProblemCode>
}

const memoryMb = 256

/**
 * Reads a feed file row by row in a thread of its own, packed or not, with or without a byte order mark, lines ended
 * either way, columns in any order.
 * The next rows are read while those before are worked on, and no further.
 * @throws FeedError where there is no such file, a column is missing or unknown, the packing is broken, a row cannot be
 * parsed, or it comes to more than it may
 */
export async function* readFeed(path: string, limits: FeedLimits = feedLimits): AsyncGenerator<FeedRow> {
  const reader = new Worker(new URL('./feedReader.process.ts', import.meta.url), {
    workerData: { path, limits },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    execArgv: [],
  })
  const next = async () => {
    const answer = once(reader, 'message')
    reader.postMessage('next')
    return (await answer)[0] as FeedPart
  }
  try {
    let coming = next()
    for (;;) {
      const { rows, isLast, problem } = await coming
      if (!isLast) {
        coming = next()
        // Awaited in the next round; where nobody asks for one, nobody is told.
        coming.catch(() => undefined)
      }
      yield* rows
      if (problem) throw new FeedError(problem)
      if (isLast) return
    }
  } finally {
    await reader.terminate()
  }
}
