import { type FeedProblemCode, feedProblemText, type Remark } from '#engine/declaration/remarks.ts'

/** A feed file cannot be read; the message says where and what to do, in English. */
export class FeedError extends Error {
  override name = 'FeedError'
  /** The same by code; null where only a command can run into it. */
  readonly remark: Remark<FeedProblemCode> | null

  constructor(problem: string | Remark<FeedProblemCode>) {
    super(typeof problem === 'string' ? problem : feedProblemText(problem))
    this.remark = typeof problem === 'string' ? null : problem
  }
}
