const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const
const lookedAtBytes = 2_000

/** UTF-16 without its mark: every second byte of plain text is zero. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const begin = bytes.subarray(0, lookedAtBytes)
  const zeros = [0, 0]
  for (const [index, byte] of begin.entries()) if (byte === 0) zeros[index % 2]! += 1
  const half = begin.length / 2
  if (zeros[1]! > half * 0.7 && zeros[0] === 0) return 'utf-16le'
  return zeros[0]! > half * 0.7 && zeros[1] === 0 ? 'utf-16be' : null
}

/** The text of a file: UTF-8 or UTF-16 with or without their marks, else windows-1252, as older programs write it. */
export function decodeText(bytes: Uint8Array): string {
  const marked = marks.find((mark) => mark.bytes.every((byte, index) => bytes[index] === byte))
  const encoding = marked?.encoding ?? unmarkedUtf16(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
