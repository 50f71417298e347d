import { utf16Of } from '#engine/values/spreadsheet/decodeText.ts'
import { FeedError } from './feedError.ts'

const newline = 0x0a

const hasOtherThanAscii = (bytes: Uint8Array) => bytes.some((byte) => byte > 0x7f)

/**
 * The text of a file as it is read: UTF-16, UTF-8, or windows-1252 where the first letter beyond ASCII is none of UTF-8.
 * @throws FeedError `notUtf8` where letters of UTF-8 are followed by bytes that are none
 */
export async function* decodeFeed(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((bytes: Uint8Array, isLast: boolean) => string) | null = null
  let waiting: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    decode ??= decoderOf(chunk)
    const bytes = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
    // A line is whole: no letter of it is cut.
    const end = bytes.lastIndexOf(newline) + 1
    waiting = bytes.subarray(end)
    if (end > 0) yield decode(bytes.subarray(0, end), false)
    if (waiting.length <= longestLine) continue
    yield decode(waiting, false)
    waiting = Buffer.alloc(0)
  }
  if (decode) yield decode(waiting, true)
}

/** Longer ones are refused as rows; until then they stay in memory. */
const longestLine = 1024 * 1024

function decoderOf(begin: Uint8Array): (bytes: Uint8Array, isLast: boolean) => string {
  const utf16 = utf16Of(begin)
  if (utf16) {
    const decoder = new TextDecoder(utf16)
    return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast })
  }
  const [utf8, western] = [new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }), new TextDecoder('windows-1252')]
  let known: 'utf-8' | 'windows-1252' | null = null
  return (bytes) => {
    if (known === 'windows-1252') return western.decode(bytes)
    try {
      const text = utf8.decode(bytes)
      if (known === null && hasOtherThanAscii(bytes)) known = 'utf-8'
      return text
    } catch {
      if (known === 'utf-8') throw new FeedError({ code: 'notUtf8' })
      known = 'windows-1252'
      return western.decode(bytes)
    }
  }
}
