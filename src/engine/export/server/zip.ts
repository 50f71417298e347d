import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

/** A file inside an archive, its content piece by piece. */
export interface ZipFile {
  readonly path: string
  readonly content: AsyncIterable<string> | Iterable<string>
}

interface Packed {
  readonly path: Buffer
  readonly checksum: number
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

const version = 20
/** Names in UTF-8, and the sizes after the content, because nobody knows them before. */
const flags = 0x0808
const deflated = 8
/** 1980-01-01: an archive says nothing of when it was made, so that the same content is the same file. */
const dosDate = 0x0021
/** What 4 bytes hold; an archive beyond it would need another form, and no spreadsheet program would open it. */
const bytesMax = 0xffffffff

function header(
  size: number,
  signature: number,
  numbers: readonly (readonly [position: number, value: number, bytes: 2 | 4])[],
): Buffer {
  const buffer = Buffer.alloc(size)
  buffer.writeUInt32LE(signature, 0)
  for (const [position, value, bytes] of numbers) buffer.writeUIntLE(value, position, bytes)
  return buffer
}

function localHeader(path: Buffer): Buffer {
  return Buffer.concat([
    header(30, 0x04034b50, [
      [4, version, 2],
      [6, flags, 2],
      [8, deflated, 2],
      [12, dosDate, 2],
      [26, path.length, 2],
    ]),
    path,
  ])
}

function sizesAfter({ checksum, packedBytes, bytes }: Packed): Buffer {
  return header(16, 0x08074b50, [
    [4, checksum, 4],
    [8, packedBytes, 4],
    [12, bytes, 4],
  ])
}

function directoryEntry({ path, checksum, packedBytes, bytes, offset }: Packed): Buffer {
  return Buffer.concat([
    header(46, 0x02014b50, [
      [4, version, 2],
      [6, version, 2],
      [8, flags, 2],
      [10, deflated, 2],
      [14, dosDate, 2],
      [16, checksum, 4],
      [20, packedBytes, 4],
      [24, bytes, 4],
      [28, path.length, 2],
      [42, offset, 4],
    ]),
    path,
  ])
}

function directory(files: readonly Packed[], offset: number): Buffer {
  const entries = Buffer.concat(files.map(directoryEntry))
  return Buffer.concat([
    entries,
    header(22, 0x06054b50, [
      [8, files.length, 2],
      [10, files.length, 2],
      [12, entries.length, 4],
      [16, offset, 4],
    ]),
  ])
}

/**
 * Compresses text piece by piece, no faster than it is taken, and counts on the way. Whoever stops reading stops the
 * source too.
 */
function deflate(content: ZipFile['content'], count: { checksum: number; bytes: number }): AsyncIterable<Buffer> {
  async function* counted() {
    for await (const text of content) {
      const bytes = Buffer.from(text, 'utf8')
      count.checksum = crc32(bytes, count.checksum)
      count.bytes += bytes.length
      yield bytes
    }
  }
  const packer = createDeflateRaw({ level: 5 })
  // A failure of the source reaches the reader through the packer: half an archive must not look like a whole one.
  pipeline(Readable.from(counted()), packer, () => {})
  return packer
}

/**
 * An archive of files, piece by piece and in their order: neither the archive nor a file is ever held whole.
 * @throws RangeError beyond 4 GB.
 * @example for await (const bytes of zipChunks([{ path: 'a.txt', content: ['hello'] }])) response.write(bytes)
 */
export async function* zipChunks(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
): AsyncGenerator<Buffer, void, undefined> {
  const done: Packed[] = []
  let offset = 0
  for await (const { path: name, content } of files) {
    const path = Buffer.from(name, 'utf8')
    const begin = localHeader(path)
    yield begin
    const count = { checksum: 0, bytes: 0 }
    let packedBytes = 0
    for await (const bytes of deflate(content, count)) {
      packedBytes += bytes.length
      yield bytes
    }
    if (Math.max(count.bytes, offset + packedBytes) >= bytesMax)
      throw new RangeError(`The archive is larger than ${bytesMax} bytes`)
    const packed: Packed = { path, ...count, packedBytes, offset }
    const end = sizesAfter(packed)
    yield end
    done.push(packed)
    offset += begin.length + packedBytes + end.length
  }
  yield directory(done, offset)
}
