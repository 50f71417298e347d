/** Reads a stream in pieces of the length one wants. */
export class Bytes {
  readonly #source: AsyncIterator<Buffer>
  #waiting: Buffer = Buffer.alloc(0)
  #hasEnded = false

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next bytes: so many, or fewer where the stream ends. */
  async take(length: number): Promise<Buffer> {
    const parts = [this.#waiting]
    let have = this.#waiting.length
    while (have < length && !this.#hasEnded) {
      const { value, done } = await this.#source.next()
      if (done) this.#hasEnded = true
      else {
        parts.push(value)
        have += value.length
      }
    }
    const whole = parts.length === 1 ? parts[0]! : Buffer.concat(parts)
    this.#waiting = whole.subarray(length)
    return whole.subarray(0, length)
  }

  /** The next line, without its end; null where there is none within so many bytes. */
  async line(lengthMax: number): Promise<string | null> {
    const seen = await this.take(lengthMax)
    const end = seen.indexOf('\n')
    this.#waiting = Buffer.concat([end === -1 ? seen : seen.subarray(end + 1), this.#waiting])
    return end === -1 ? null : seen.toString('latin1', 0, end)
  }

  /** Whether nothing comes any more. */
  async isAtEnd(): Promise<boolean> {
    if (this.#waiting.length > 0) return false
    const next = await this.take(1)
    this.#waiting = Buffer.concat([next, this.#waiting])
    return next.length === 0
  }
}
