import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** The tag by which a client can ask whether a text has changed (`ETag`), in its quotes. */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

/** Whether a client has what a tag stands for, by its `If-None-Match`. */
export function hasTag(request: FastifyRequest, tag: string): boolean {
  const named = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return named.includes(tag) || named.includes('*')
}
