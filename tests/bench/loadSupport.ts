import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const projectFolder = resolve(import.meta.dirname, '../..')
const startLimitMs = 120_000
/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** The product's own server in a process of its own. */
export interface ServerProcess {
  readonly address: string
  readonly pid: number
  output(): string
  /** Microseconds of processor time so far, of all its threads. */
  cpuMicroseconds(): number
  /** What it holds in memory now, in MB; 0 where the system does not tell. */
  memoryMegabytes(): number
  /** SIGTERM, and waits for the end. @returns the exit code */
  stop(): Promise<number | null>
}

/**
 * Starts the server as `npm start` does, on a free port.
 * @param nodeOptions for example `--cpu-prof`
 * @param folder of another edition of the product
 * @param script that is started instead; it says `ready: ADDRESS`
 */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
  nodeOptions: readonly string[] = [],
  { folder = projectFolder, script = 'src/cli/start.ts' }: { folder?: string; script?: string } = {},
): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, script], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DEMO: '0',
      FEATURES: 'all',
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const deadline = Date.now() + startLimitMs
  let address: string | undefined
  while (!(address = /ready: +(http:\S+)/.exec(output)?.[1])) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      // What it said last may still be on its way.
      await ended
      const how = child.exitCode === null ? `within ${startLimitMs / 1000} s` : `and ended with ${child.exitCode}`
      throw new Error(`The server does not start ${how}:\n${output}`)
    }
    await pause(20)
  }
  return {
    address,
    pid: child.pid!,
    output: () => output,
    cpuMicroseconds: () => cpuMicroseconds(child.pid!),
    memoryMegabytes: () => memoryMegabytes(child.pid!),
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

/** Processor time of a process so far, of all its threads, in microseconds; 0 where the system does not tell. */
function cpuMicroseconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs * 1000
  } catch {
    return 0
  }
}

function memoryMegabytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000
  } catch {
    return 0
  }
}

/** What a drive brought: answers a second, and how long they took, in milliseconds. */
export interface DriveResult {
  readonly perSecond: number
  readonly answers: number
  readonly medianMs: number
  readonly p95Ms: number
}

/** What is asked, of whom. */
interface Drive {
  readonly address: string
  /** The next request as bytes. */
  readonly request: () => string
  readonly connections: number
  readonly seconds: number
}

/** A request as bytes. @param body sent as JSON */
export function requestText({
  method = 'GET',
  path,
  token,
  body,
}: {
  method?: string
  path: string
  token: string
  body?: string
}): string {
  const content =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n${content}\r\n${body ?? ''}`
}

/**
 * One connection that asks, reads the whole answer, and asks again; as little work of its own as can be, since it
 * shares the machine with the server.
 */
export class Lane {
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { done: () => void; fail: (error: Error) => void; expected: RegExp } | null = null

  constructor(address: string) {
    const { hostname, port } = new URL(address)
    this.#socket = connect(Number(port), hostname)
    this.#socket.setNoDelay(true)
    this.#socket.on('data', (chunk) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#waiting?.fail(error))
    this.#socket.on('close', () => this.#waiting?.fail(new Error('The server closed the connection.')))
  }

  ask(request: string, expected = /^HTTP\/1.1 2/): Promise<void> {
    return new Promise((done, fail) => {
      if (this.#socket.destroyed) return fail(new Error('The server closed the connection while nothing was asked.'))
      this.#waiting = { done, fail, expected }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#waiting = null
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = this.#received.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = this.#received.subarray(0, end).toString('latin1')
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    const wanted = length === undefined ? null : end + 4 + Number(length)
    if (wanted !== null && this.#received.length < wanted) return
    const answered = this.#waiting
    this.#waiting = null
    if (wanted === null || !answered?.expected.test(head))
      return answered?.fail(new Error(`Unexpected answer: ${this.#received.toString().slice(0, 600)}`))
    this.#received = this.#received.subarray(wanted)
    answered?.done()
  }
}

/**
 * Asks for so many seconds over kept connections, each waiting for its answer before it asks again.
 * @throws Error at the first answer that is no success
 */
export async function drive({ address, request, connections, seconds }: Drive): Promise<DriveResult> {
  const times: number[] = []
  const begun = performance.now()
  const until = begun + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const lane = new Lane(address)
      try {
        for (let asked = performance.now(); asked < until;) {
          await lane.ask(request())
          const now = performance.now()
          times.push(now - asked)
          asked = now
        }
      } finally {
        lane.close()
      }
    }),
  )
  const took = (performance.now() - begun) / 1000
  times.sort((one, other) => one - other)
  return {
    perSecond: times.length / took,
    answers: times.length,
    medianMs: times[times.length >> 1] ?? 0,
    p95Ms: times[Math.floor(times.length * 0.95)] ?? 0,
  }
}

/** The middle of an odd number of figures. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[figures.length >> 1]!
}

/** Median, lowest and highest of a figure's rounds: `1.07 (0.98 to 1.12)`. */
export function spread(figures: readonly number[], digits = 0): string {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)]
  return `${middle.toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`
}

/** Signs in over HTTP. @returns the access token */
export async function signIn(address: string, credentials: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${address}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (answer.status !== 200) throw new Error(`The sign-in was answered with ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { accessToken: string }).accessToken
}
