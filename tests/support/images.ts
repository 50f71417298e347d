import { crc32, deflateSync } from 'node:zlib'

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A whole PNG of a size, of one colour. */
export function pngImage(width: number, height: number, { text = '' }: { text?: string } = {}): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(Math.min(height, 64) * (Math.min(width, 4096) + 1), 0x7f)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', head),
    ...(text ? [chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A whole GIF of one pixel that says another size. */
export function gifImage(width: number, height: number): Buffer {
  const image = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  image.writeUInt16LE(width, 6)
  image.writeUInt16LE(height, 8)
  return image
}

const segment = (marker: number, data: readonly number[]) => [0xff, marker, 0, data.length + 2, ...data]

/** A whole JPEG as far as its segments say. */
export function jpegImage(width: number, height: number): Buffer {
  const size = [height >> 8, height & 0xff, width >> 8, width & 0xff]
  return Buffer.from([
    0xff,
    0xd8,
    ...segment(0xfe, [...Buffer.from('made by a test')]),
    ...segment(0xc0, [8, ...size, 1, 1, 0x11, 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0]),
    0x12,
    0xff,
    0x00,
    0x34,
    0xff,
    0xd0,
    0x56,
    0xff,
    0xd9,
  ])
}

/** A whole WebP of the form without loss, as far as its chunks say. */
export function webpImage(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(10)
  pixels[0] = 0x2f
  pixels.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  const body = Buffer.concat([Buffer.from('WEBPVP8L'), Buffer.from([10, 0, 0, 0]), pixels])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}
