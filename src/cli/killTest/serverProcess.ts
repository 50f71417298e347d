import { type ChildProcess, spawn } from 'node:child_process'

const root = new URL('../../..', import.meta.url).pathname
const startLimitMs = 120_000

/** What a call was answered; null where nobody answered, because the server was killed. */
export type Answer = { readonly status: number; readonly body: any } | null

/** A process of ours that can be killed at any moment. */
export interface Victim {
  /** kill -9, and waits for the end. */
  kill(): Promise<void>
  readonly ended: Promise<number | null>
  output(): string
}

/** The server in a process of its own, with the root user signed in. */
export interface ServerVictim extends Victim {
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
}

const alive = new Set<ChildProcess>()

/** Kills whatever still runs: a test that failed leaves nobody behind. */
export async function killAll(): Promise<void> {
  await Promise.all(
    [...alive].map(
      (child) =>
        new Promise<void>((done) => {
          child.once('close', () => done())
          child.kill('SIGKILL')
        }),
    ),
  )
}

function run(
  script: string,
  args: readonly string[],
  environment: Record<string, string>,
): Victim & { child: ChildProcess } {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  alive.add(child)
  void ended.then(() => alive.delete(child))
  return {
    child,
    ended,
    output: () => output,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Runs a command of the product. */
export function runCommandVictim(
  command: string,
  args: readonly string[],
  environment: Record<string, string>,
): Victim {
  return run(`src/cli/${command}.ts`, args, environment)
}

async function addressOf(server: Victim): Promise<string> {
  const deadline = Date.now() + startLimitMs
  for (;;) {
    const address = /ready: +(http:\S+)/.exec(server.output())?.[1]
    if (address) return address
    if (Date.now() > deadline) throw new Error(`The server does not start:\n${server.output()}`)
    await new Promise((go) => setTimeout(go, 20))
  }
}

async function send(url: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    // Killed before it answered: the caller was told nothing.
    return null
  }
}

/** Starts the server on a free port and signs the root user in. */
export async function startServerVictim(environment: Record<string, string>): Promise<ServerVictim> {
  const server = run('src/cli/start.ts', [], {
    PORT: '0',
    DEMO: '0',
    FEATURES: 'all',
    LOG_LEVEL: 'error',
    ...environment,
  })
  const address = await addressOf(server)
  const session = await send(
    `${address}/login`,
    { email: environment.ROOT_EMAIL, password: environment.ROOT_PASSWORD },
    {},
  )
  const authorization = `Bearer ${session?.body.accessToken as string}`
  return {
    ...server,
    post: (path, body, headers = {}) => send(`${address}${path}`, body, { authorization, ...headers }),
    async stop() {
      server.child.kill('SIGTERM')
      return server.ended
    },
  }
}
