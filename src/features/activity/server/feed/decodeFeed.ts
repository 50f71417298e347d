import { FeedError } from './feedError.ts'

const newline = 0x0a
const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const
const utf16Share = 0.7

/** UTF-16 by its mark or, of text in western letters, by its zeros; null where it is neither. */
function utf16Of(begin: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const marked = marks.find(({ bytes }) => bytes.every((byte, index) => begin[index] === byte))
  if (marked) return marked.encoding
  const looked = begin.subarray(0, 2_000)
  const zeros = [0, 0]
  for (const [index, byte] of looked.entries()) if (byte === 0) zeros[index % 2]! += 1
  const many = (looked.length / 2) * utf16Share
  if (zeros[1]! > many && zeros[0] === 0) return 'utf-16le'
  return zeros[0]! > many && zeros[1] === 0 ? 'utf-16be' : null
}

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
