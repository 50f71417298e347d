import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from './errors.ts'
import type { SecurityHeaders } from './protection.ts'

function errorOf(code: string | undefined): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError('request_timeout')
  return new ApiError('invalid_request', {
    values: { reason: code === 'HPE_HEADER_OVERFLOW' ? 'its headers are too long' : 'it is no HTTP' },
  })
}

/**
 * What the HTTP parser refuses before there is a request, or a request that does not come to its end: answered in the
 * catalogue's shape, with the headers of every
 * other answer, and the connection ends.
 */
export function answerClientError(
  { code }: { code?: string | undefined },
  { socket, headers }: { socket: Socket; headers: SecurityHeaders },
): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const error = errorOf(code)
  const body = JSON.stringify(error.body())
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  const lines = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines}\r\n${body}`, () => socket.destroy())
}
