import { AsyncLocalStorage } from 'node:async_hooks'

/** So long a read may wait for workers whose answer does without it: a node can hang without a word. */
const briefMs = 3_000

const limits = new AsyncLocalStorage<number>()

/** Does `work` with little patience for workers; where there are none it takes the time it takes. */
export function withShortTimeout<Result>(work: () => Promise<Result>): Promise<Result> {
  return limits.run(briefMs, work)
}

/** How long a statement that workers are asked may take here, where that is less than any other. */
export const brevity = (): number | undefined => limits.getStore()
