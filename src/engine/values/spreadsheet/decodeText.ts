const marks = [
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const
const lookedAtBytes = 2_000
/** Of every second byte of text in western letters. */
const zeroShare = 0.7

/** UTF-16 by its mark or, without one, by every second byte being zero; null where it is neither. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const marked = marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  if (marked) return marked.encoding
  const begin = bytes.subarray(0, lookedAtBytes)
  const zeros = [0, 0]
  for (const [index, byte] of begin.entries()) if (byte === 0) zeros[index % 2]! += 1
  const many = (begin.length / 2) * zeroShare
  if (zeros[1]! > many && zeros[0] === 0) return 'utf-16le'
  return zeros[0]! > many && zeros[1] === 0 ? 'utf-16be' : null
}

/** The text of a file: UTF-8 or UTF-16 with or without their marks, else windows-1252, as older programs write it. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
