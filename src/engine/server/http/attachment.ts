import type { FastifyReply } from 'fastify'
import type { Problem } from '#engine/declaration/problems.ts'
import { hasUnstorableCharacters } from '#engine/values/text.ts'
import { isObject } from './bodies.ts'

/** A scan or a letter; larger ones belong elsewhere. */
const fileBytesMax = 512 * 1024
const fileNameMax = 200

/** A file that is attached to something, as it was given. */
export interface Attachment {
  readonly name: string
  readonly content: Buffer
}

/** Sends a file to be saved under its name, never to be shown. */
export function sendAttachment(reply: FastifyReply, { name, content }: Attachment): FastifyReply {
  return reply
    .type('application/octet-stream')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
    .send(content)
}

/** Reads `{name, content}`, the content in base64; null where nothing is given. */
export function readAttachment(given: unknown): Attachment | Problem | null {
  if (given === undefined || given === null) return null
  const wrong = {
    field: 'file',
    code: 'invalid_type',
    values: { expected: '{name, content}, the content in base64' },
  } as const
  if (
    !isObject(given) ||
    typeof given.name !== 'string' ||
    typeof given.content !== 'string' ||
    Object.keys(given).length !== 2
  )
    return wrong
  const name = given.name.trim()
  if (name === '' || hasUnstorableCharacters(name) || !/^[A-Za-z0-9+/]+={0,2}$/.test(given.content)) return wrong
  if (name.length > fileNameMax) return { field: 'file', code: 'too_long', values: { max: fileNameMax } }
  const content = Buffer.from(given.content, 'base64')
  if (content.length === 0) return wrong
  return content.length > fileBytesMax
    ? { field: 'file', code: 'attachment_too_large', values: { max: fileBytesMax / 1024 } }
    : { name, content }
}
