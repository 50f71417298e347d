import { UsageError } from '#cli/support/runCommand.ts'
import { Bytes } from '#lib/ageEncryption/bytes.ts'

/*
 * Backups are tar archives (POSIX ustar), so that any machine can take them apart: names of up to 100 characters, each
 * file whole in memory for a moment.
 */

const blockSize = 512
const nameMax = 100

/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string
  readonly content: Buffer
}

const octal = (value: number, length: number) => value.toString(8).padStart(length - 1, '0')

function headerOf(name: string, size: number, seconds: number): Buffer {
  const header = Buffer.alloc(blockSize)
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(size, 12), 124)
  header.write(octal(seconds, 12), 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 7)}\x00 `, 148)
  return header
}

/** Writes files as an archive. */
export async function* writeTar(files: AsyncIterable<ArchivedFile>): AsyncGenerator<Buffer> {
  const seconds = Math.floor(Date.now() / 1000)
  for await (const { name, content } of files) {
    if (Buffer.byteLength(name) > nameMax) throw new Error(`The name ${name} is too long for an archive.`)
    yield headerOf(name, content.length, seconds)
    yield content
    yield Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize)
  }
  yield Buffer.alloc(2 * blockSize)
}

/** Reads the files of an archive in their order. @throws UsageError where it is none or ends too early */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<ArchivedFile> {
  const bytes = new Bytes(source)
  for (;;) {
    const header = await bytes.take(blockSize)
    if (header.length === blockSize && header.every((byte) => byte === 0)) {
      // To the end of the stream: only there is it known that nothing of it was changed.
      while (!(await bytes.isAtEnd())) await bytes.take(blockSize)
      return
    }
    const size = Number.parseInt(header.toString('latin1', 124, 136), 8)
    if (header.toString('latin1', 257, 262) !== 'ustar' || !Number.isSafeInteger(size))
      throw new UsageError('This is no backup of npm run backup: what is inside is no archive.')
    const content = await bytes.take(size)
    await bytes.take((blockSize - (size % blockSize)) % blockSize)
    if (content.length < size) throw new UsageError('The backup ends in the middle of a file. Take another one.')
    yield { name: header.toString('utf8', 0, nameMax).replace(/\0.*$/s, ''), content }
  }
}
