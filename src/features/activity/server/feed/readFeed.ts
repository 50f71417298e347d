import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FeedProblemCode, CodedMessage } from '#engine/declaration/messageCodes.ts'
import { FeedError } from './feedError.ts'
import { workbookBytesMax } from './readWorkbook.ts'
import type { FeedFormat, FeedHead, FeedLimits, FeedRow } from './parseFeed.ts'

/** What a feed file may come to: 4 GiB unpacked, 20 million rows, 64 KiB a row. */
export const feedLimits: FeedLimits = { bytesMax: 4 * 1024 ** 3, rowsMax: 20_000_000, rowBytesMax: 64 * 1024 }

/** Some rows as the reading thread hands them over, and what ended the file where it was not its end. */
export interface FeedPart {
  readonly rows: readonly FeedRow[]
  readonly isLast: boolean
  readonly head: FeedHead
  readonly problem?: string | CodedMessage<FeedProblemCode>
}

const memoryMb = 512
/** Events as the HTTP contract names them. */
const plainFormat: FeedFormat = { zone: 'UTC', productNames: {} }

/**
 * Reads a feed file row by row in a thread of its own; see `parseFeed` for the forms it may have.
 * The next rows are read while those before are worked on, and no further.
 * @throws FeedError where the file cannot be read, or comes to more than it may
 */
export async function* readFeed(
  path: string,
  {
    limits = feedLimits,
    format = plainFormat,
    onHead,
  }: { limits?: FeedLimits | undefined; format?: FeedFormat; onHead?: (head: FeedHead) => void } = {},
): AsyncGenerator<FeedRow> {
  const reader = new Worker(new URL('./feedReader.process.ts', import.meta.url), {
    workerData: { path, limits, format },
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    execArgv: [],
  })
  const next = async () => {
    const answer = once(reader, 'message')
    reader.postMessage('next')
    try {
      return (await answer)[0] as FeedPart
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
      throw new FeedError({ code: 'tooLarge', values: { max: workbookBytesMax } })
    }
  }
  try {
    let coming = next()
    for (;;) {
      const { rows, isLast, problem, head } = await coming
      onHead?.(head)
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
