import { once } from 'node:events'
import { parentPort, Worker } from 'node:worker_threads'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'
import { ApiError } from './http/errors.ts'

/** What a thread hands back: its result, or the error a client caused. */
type Handed<Result> =
  | { readonly result: Result }
  | { readonly refusal: { readonly code: ErrorCode; readonly values: MessageValues | undefined } }

const memoryMb = 256
const limitMs = 60_000
/** Threads of one program run one after the other: two uploads at once take no more memory than one. */
const running = new Map<string, Promise<unknown>>()

/**
 * Runs a program's pure function in a thread of its own, so that the server goes on answering.
 * @param program a file that calls {@link answerInThread}; input and result are structured clones
 * @throws ApiError as the function does; `payload_too_large` where it takes more than 256 MB or a minute
 */
export function runInThread<Input, Result>(program: URL, input: Input): Promise<Result> {
  const before = running.get(program.href) ?? Promise.resolve()
  const mine = before.then(() => runNow<Input, Result>(program, input))
  running.set(
    program.href,
    mine.catch(() => undefined),
  )
  return mine
}

async function runNow<Input, Result>(program: URL, input: Input): Promise<Result> {
  const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, env: {}, execArgv: [] })
  try {
    const answer = once(thread, 'message', { signal: AbortSignal.timeout(limitMs) })
    thread.postMessage(input)
    const [handed] = (await answer.catch(refuseTooLarge)) as [Handed<Result>]
    if ('result' in handed) return handed.result
    const { code, values } = handed.refusal
    throw new ApiError(code, values ? { values } : {})
  } finally {
    await thread.terminate()
  }
}

function refuseTooLarge(error: unknown): never {
  const { code, name } = error as NodeJS.ErrnoException
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || name === 'AbortError') throw new ApiError('payload_too_large')
  throw error
}

/** In the thread: answers what it is given once. */
export function answerInThread<Input, Result>(work: (input: Input) => Result): void {
  parentPort!.once('message', (input: Input) => {
    let handed: Handed<Result>
    try {
      handed = { result: work(input) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      handed = { refusal: { code: error.code, values: error.values } }
    }
    parentPort!.postMessage(handed)
  })
}
