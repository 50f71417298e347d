import { createGunzip } from 'node:zlib'
import type { Readable } from 'node:stream'
import { ApiError } from '#engine/server/http/errors.ts'
import { notTooDeep } from '#engine/server/http/jsonDepth.ts'

/** The most events a call may bring. */
export const eventsMax = 10_000
/**
 * The most bytes a call may bring, unpacked: 1.6 kB an event. A body that unpacks to more is dropped where it passes
 * this.
 */
export const bodyBytesMax = 16 * 1024 * 1024

/**
 * Reads a body to its end, unpacked where it is gzip.
 * @throws ApiError `payload_too_large` beyond {@link bodyBytesMax}, `invalid_request` where it is no whole gzip
 */
export async function readBytes(stream: Readable, encoding: string | undefined): Promise<Buffer> {
  const kind = encoding?.trim().toLowerCase() ?? 'identity'
  if (kind === 'identity' || kind === '') return collect(stream)
  if (kind !== 'gzip' && kind !== 'x-gzip')
    throw new ApiError('invalid_request', { values: { reason: 'Content-Encoding is gzip or absent' } })
  const gunzip = createGunzip()
  stream.on('error', (error) => gunzip.destroy(error))
  try {
    return await collect(stream.pipe(gunzip))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', { values: { reason: 'the body is no whole gzip' } })
  } finally {
    stream.unpipe(gunzip)
    gunzip.destroy()
    stream.resume()
  }
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new ApiError('payload_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A line of NDJSON that is no JSON: rejected by itself, the other lines count. */
const unreadable = Symbol('unreadable')

/**
 * The events of a body: a JSON array, or NDJSON (one event a line, empty lines skipped).
 * @throws ApiError `invalid_request` where it is neither, `payload_too_large` beyond {@link eventsMax} events
 */
export function parseEvents(bytes: Buffer): unknown[] {
  const text = decode(bytes).trim()
  const events = text.startsWith('[') ? parseArray(text) : parseLines(text)
  if (events.length > eventsMax) throw new ApiError('payload_too_large')
  return events
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ApiError('invalid_request', { values: { reason: 'the body is not UTF-8' } })
  }
}

/** A JSON value over several lines: an array, or one event by itself. */
function parseArray(text: string): unknown[] {
  try {
    const parsed = notTooDeep(JSON.parse(text) as unknown)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', { values: { reason: 'the body is neither a JSON array nor NDJSON' } })
  }
}

function parseLines(text: string): unknown[] {
  const events = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [parseLine(line)]))
  if (events.length > 0 && events.every((event) => event === unreadable)) return parseArray(text)
  return events
}

function parseLine(line: string): unknown {
  try {
    return notTooDeep(JSON.parse(line))
  } catch {
    return unreadable
  }
}
