import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type pg from 'pg'

/*
 * COPY over PostgreSQL's own protocol: the PostgreSQL that comes along has no pg_dump, and with this none is needed,
 * whatever its version.
 */

/** The part of the driver's connection that copies. */
interface Wire {
  readonly stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/** Rows are handed on in blocks of about so many bytes. */
const blockSize = 65_536

class Outgoing {
  readonly blocks: Readable
  readonly #text: string
  #wire: Wire | null = null
  #rows: Buffer[] = []
  #size = 0
  #isOver = false

  constructor(text: string) {
    this.#text = text
    this.blocks = new Readable({
      read: () => void this.#wire?.stream.resume(),
      // Who stops reading in the middle stops the session: nobody will take what the database still sends.
      destroy: (error, done) => {
        if (!this.#isOver) this.#wire?.stream.destroy()
        done(error)
      },
    })
  }

  submit(wire: Wire): void {
    this.#wire = wire
    wire.query(this.#text)
  }

  /** One row, whole. Its bytes are the driver's and are overwritten by those that come. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#rows.push(Buffer.from(chunk))
    this.#size += chunk.length
    if (this.#size >= blockSize && !this.#push()) this.#wire!.stream.pause()
  }

  handleCommandComplete(): void {
    if (this.#size > 0) this.#push()
  }

  handleReadyForQuery(): void {
    this.#isOver = true
    this.blocks.push(null)
  }

  handleError(error: Error): void {
    this.#isOver = true
    this.blocks.destroy(error)
  }

  #push(): boolean {
    const block = Buffer.concat(this.#rows)
    this.#rows = []
    this.#size = 0
    return this.blocks.push(block)
  }
}

/**
 * What `copy … to stdout` gives, in blocks of whole rows. The session can do nothing else until it is read to its end.
 */
export function copyOut(client: pg.ClientBase, text: string): AsyncIterable<Buffer> {
  const outgoing = new Outgoing(text)
  client.query(outgoing as unknown as pg.Submittable)
  return outgoing.blocks
}

/** Waits until a connection takes more, or is lost: then what was asked on it fails. */
async function drained(stream: Socket): Promise<void> {
  const listening = new AbortController()
  const { signal } = listening
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  } finally {
    listening.abort()
  }
}

class Incoming {
  readonly done: Promise<number>
  readonly #text: string
  readonly #content: Buffer
  #rows = 0
  #isRefused = false
  #resolve!: (rows: number) => void
  #reject!: (error: Error) => void

  constructor(text: string, content: Buffer) {
    this.#text = text
    this.#content = content
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  submit(wire: Wire): void {
    wire.query(this.#text)
  }

  handleCopyInResponse(wire: Wire): void {
    this.#send(wire).catch((error: unknown) =>
      wire.sendCopyFail(error instanceof Error ? error.message : String(error)),
    )
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#rows)
  }

  handleError(error: Error): void {
    this.#isRefused = true
    this.#reject(error)
  }

  async #send(wire: Wire): Promise<void> {
    for (let at = 0; at < this.#content.length && !this.#isRefused; at += blockSize) {
      wire.sendCopyFromChunk(this.#content.subarray(at, at + blockSize))
      if (wire.stream.writableNeedDrain) await drained(wire.stream)
    }
    if (!this.#isRefused) wire.endCopyFrom()
  }
}

/** Gives rows to `copy … from stdin`. @returns how many @throws what the database says of them */
export async function copyIn(client: pg.ClientBase, text: string, content: Buffer): Promise<number> {
  const incoming = new Incoming(text, content)
  client.query(incoming as unknown as pg.Submittable)
  return incoming.done
}
