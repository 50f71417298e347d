import { type FeedProblemCode, feedProblemText, type CodedMessage } from '#engine/declaration/messageCodes.ts'

/** A feed file cannot be read; the message says where and what to do, in English. */
export class FeedError extends Error {
  override name = 'FeedError'
  /** The same by code; null where only a command can run into it. */
  readonly remark: CodedMessage<FeedProblemCode> | null

  constructor(problem: string | CodedMessage<FeedProblemCode>) {
    super(typeof problem === 'string' ? problem : feedProblemText(problem))
    this.remark = typeof problem === 'string' ? null : problem
  }
}
