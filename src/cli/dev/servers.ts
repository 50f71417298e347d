import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { LocatedProblem } from '../configuration/sources.ts'
import type { PlannedChange } from '../support/plannedChanges.ts'
import type { ServerMessage } from './messages.ts'

const program = fileURLToPath(new URL('server.process.ts', import.meta.url))
/** Requests under way are finished within this time; the whole stop of a server has ten seconds. */
const stopLimitMs = 10_000

/** What becomes of a server that was begun. */
export interface ServerEvents {
  /** Nothing was begun: the configuration is wrong. */
  readonly wrong: (problems: readonly LocatedProblem[]) => void
  /** It waits for `yes` or `no`. */
  readonly asks: (changes: readonly PlannedChange[]) => void
  readonly failed: (text: string) => void
  /** An overlay was published that this server does not serve yet. */
  readonly outdated: () => void
  /** It serves, and the one before ends. */
  readonly ready: () => void
}

/**
 * The server that serves, and the one that is about to: the one before goes on until the next is ready, so that whoever
 * works in the page notices nothing of an edit that is wrong, and little of one that is not.
 */
export class Servers {
  readonly #environment: NodeJS.ProcessEnv
  readonly #events: ServerEvents
  readonly #ended = new Set<Promise<unknown>>()
  #serving: { readonly child: ChildProcess; readonly address: string } | null = null
  #next: ChildProcess | null = null
  #isStopping = false

  constructor(environment: NodeJS.ProcessEnv, events: ServerEvents) {
    this.#environment = environment
    this.#events = events
  }

  /** Where requests go; null while nothing serves yet. */
  get address(): string | null {
    return this.#serving?.address ?? null
  }

  /** Begins a server with what the files say now; one that had been begun before counts no more. */
  begin(): void {
    if (this.#isStopping) return
    this.decline()
    const child = spawn(process.execPath, [program], {
      env: this.#environment,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#next = child
    this.#watchEnd(child)
    child.on('message', (told: ServerMessage) => {
      if (told.kind === 'outdated') this.#events.outdated()
      else if (child === this.#next) this.#take(child, told)
    })
  }

  /** Lets the server that asks go on. */
  agree(): void {
    this.#next?.send('yes')
  }

  /** Ends the server that is about to serve. */
  decline(): void {
    const child = this.#next
    this.#next = null
    if (child) end(child)
  }

  /** Ends all of them. */
  async stop(): Promise<void> {
    this.#isStopping = true
    this.decline()
    if (this.#serving) end(this.#serving.child)
    await Promise.all(this.#ended)
  }

  #take(child: ChildProcess, told: Exclude<ServerMessage, { kind: 'outdated' }>): void {
    if (told.kind === 'asks') return this.#events.asks(told.changes)
    this.#next = null
    if (told.kind === 'wrong') this.#events.wrong(told.problems)
    else if (told.kind === 'failed') this.#events.failed(told.text)
    else {
      const before = this.#serving
      this.#serving = { child, address: told.address }
      if (before) end(before.child)
      this.#events.ready()
    }
  }

  #watchEnd(child: ChildProcess): void {
    const ended = new Promise<void>((done) => {
      child.once('close', () => done())
    }).then(() => {
      this.#ended.delete(ended)
      const isNext = child === this.#next
      const wasServing = child === this.#serving?.child
      if (isNext) this.#next = null
      if (wasServing) this.#serving = null
      if ((isNext || wasServing) && !this.#isStopping)
        this.#events.failed('The server ended by itself. What it said is above; it begins again with the next edit.')
    })
    this.#ended.add(ended)
  }
}

function end(child: ChildProcess): void {
  child.kill('SIGTERM')
  const limit = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
  child.once('close', () => clearTimeout(limit))
}
