import type { FastifyReply } from 'fastify'
import { ApiError } from './errors.ts'

/**
 * Answers that nobody keeps on the way; a refusal for too many tries says when the next one is welcome.
 */
export async function withRetryAfter<Answer>(reply: FastifyReply, answer: () => Promise<Answer>): Promise<Answer> {
  void reply.header('cache-control', 'no-store')
  try {
    return await answer()
  } catch (error) {
    if (error instanceof ApiError && error.extra.retryAfterSeconds)
      void reply.header('retry-after', String(error.extra.retryAfterSeconds))
    throw error
  }
}
