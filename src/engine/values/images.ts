/** The images that are taken: those that browsers show and that can carry no script. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

/** What an image is, read from its bytes and not from its name. */
export interface ImageFacts {
  readonly type: ImageType
  readonly width: number
  readonly height: number
}

/** The most pixels of one side. */
export const imageSideMax = 4096

const letters = (bytes: Uint8Array, at: number, count: number) => String.fromCharCode(...bytes.subarray(at, at + count))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const pngSignature = '\u0089PNG\r\n\u001a\n'

/** Chunks to the one that ends it, which is the last thing there is. */
function readPng(bytes: Uint8Array): ImageFacts | null {
  const view = viewOf(bytes)
  let [at, hasPixels] = [pngSignature.length, false]
  if (letters(bytes, at + 4, 4) !== 'IHDR' || view.getUint32(at) !== 13) return null
  const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
  while (at + 12 <= bytes.length) {
    const [length, name] = [view.getUint32(at), letters(bytes, at + 4, 4)]
    at += 12 + length
    hasPixels ||= name === 'IDAT'
    if (name === 'IEND') return hasPixels && at === bytes.length ? { type: 'image/png', width, height } : null
  }
  return null
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

/** Where the pixels of a scan end: at a marker that is none of those that stand among them. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1]!
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** Segments and scans to the end of the image, which is the last thing there is. */
function readJpeg(bytes: Uint8Array): ImageFacts | null {
  const view = viewOf(bytes)
  let [at, size, hasPixels]: [number, Pick<ImageFacts, 'width' | 'height'> | null, boolean] = [2, null, false]
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1]!
    if (marker === 0xd9) return size && hasPixels && at + 2 === bytes.length ? { type: 'image/jpeg', ...size } : null
    if (marker === 0xff || standsAlone(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (at + 10 > bytes.length) return null
    if (isFrame(marker)) size = { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    at += 2 + view.getUint16(at + 2)
    if (marker !== 0xda) continue
    hasPixels = true
    at = endOfScan(bytes, at)
  }
  return null
}

/** The place behind blocks that say their own lengths, up to the empty one. */
function behindBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at]! + 1
  return at + 1
}

const paletteBytes = (packed: number) => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0)

/** Blocks to the trailer, which is the last thing there is. */
function readGif(bytes: Uint8Array): ImageFacts | null {
  if (bytes.length < 14) return null
  const view = viewOf(bytes)
  const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
  let [at, hasPixels] = [13 + paletteBytes(bytes[10]!), false]
  while (at < bytes.length) {
    const block = bytes[at]
    if (block === 0x3b) return hasPixels && at + 1 === bytes.length ? { type: 'image/gif', width, height } : null
    if (block === 0x21) at = behindBlocks(bytes, at + 2)
    else if (block === 0x2c && at + 10 < bytes.length) {
      hasPixels = true
      at = behindBlocks(bytes, at + 11 + paletteBytes(bytes[at + 9]!))
    } else return null
  }
  return null
}

const threeBytes = (view: DataView, at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000

/** The size that the first chunk of a WebP says. */
function webpSize(bytes: Uint8Array): Pick<ImageFacts, 'width' | 'height'> | null {
  const view = viewOf(bytes)
  const name = letters(bytes, 12, 4)
  if (name === 'VP8X') return { width: 1 + threeBytes(view, 24), height: 1 + threeBytes(view, 27) }
  if (name === 'VP8L' && bytes[20] === 0x2f) {
    const packed = view.getUint32(21, true)
    return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
  }
  if (name === 'VP8 ' && letters(bytes, 23, 3) === '\u009d\u0001\u002a')
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  return null
}

/** Chunks to the end that the file itself says, which is the last thing there is. */
function readWebp(bytes: Uint8Array): ImageFacts | null {
  const view = viewOf(bytes)
  if (bytes.length < 30 || view.getUint32(4, true) + 8 !== bytes.length) return null
  const size = webpSize(bytes)
  let [at, hasPixels] = [12, false]
  while (at + 8 <= bytes.length) {
    hasPixels ||= ['VP8 ', 'VP8L', 'ANMF'].includes(letters(bytes, at, 4))
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return size && hasPixels && at === bytes.length ? { type: 'image/webp', ...size } : null
}

function readerOf(bytes: Uint8Array): ((bytes: Uint8Array) => ImageFacts | null) | null {
  if (bytes.length > 33 && letters(bytes, 0, 8) === pngSignature) return readPng
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpeg
  if (['GIF87a', 'GIF89a'].includes(letters(bytes, 0, 6))) return readGif
  return letters(bytes, 0, 4) === 'RIFF' && letters(bytes, 8, 4) === 'WEBP' ? readWebp : null
}

/**
 * What an image is; null where the bytes are none from the first to the last: what stands behind an image can be a page
 * or a program as well.
 */
export function readImage(bytes: Uint8Array): ImageFacts | null {
  const facts = readerOf(bytes)?.(bytes) ?? null
  return facts && facts.width > 0 && facts.height > 0 ? facts : null
}
