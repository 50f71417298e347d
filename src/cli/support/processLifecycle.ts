/** Everything has to be closed within this time after a stop signal; what is not, is left to the system. */
const stopLimitMs = 9_500
const parentPollMs = 250

/**
 * What a long-running command has opened, and its orderly end: on a signal, when the process that started us dies, or
 * on failure.
 */
export class ProcessLifecycle {
  readonly #opened: { what: string; close: () => Promise<void> }[] = []
  #stopping: Promise<void> | null = null
  #beforeStop: (() => Promise<void>) | null = null
  #hurry: () => void = () => {}
  #openingNow: Promise<unknown> = Promise.resolve()
  #end: (exitCode: number) => void = (exitCode) => process.exit(exitCode)

  /** True from the first sign to stop. */
  get isStopping(): boolean {
    return this.#stopping !== null
  }

  /**
   * Opens something that is closed at the end; what was opened last is closed first. A sign to stop waits until it is
   * open, so that nothing half-open is left behind.
   */
  async open<Thing>(what: string, open: () => Promise<Thing>, close: (thing: Thing) => Promise<void>): Promise<Thing> {
    const opening = open().then((thing) => {
      this.#opened.push({ what, close: () => close(thing) })
      return thing
    })
    this.#openingNow = opening.catch(() => {})
    return await opening
  }

  /** What is done at a signal before anything is closed, without limit; a second signal does not wait for it. */
  beforeStop(work: () => Promise<void>): void {
    this.#beforeStop = work
  }

  /** Stops in order at SIGTERM, SIGINT and SIGHUP, and when the bootstrap that started us is gone (BOOTSTRAP_PID). */
  stopOnSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void this.#signalled())
    const bootstrapPid = Number(process.env.BOOTSTRAP_PID)
    if (!bootstrapPid) return
    const timer = setInterval(() => {
      if (process.ppid !== bootstrapPid) void this.stop(0)
    }, parentPollMs)
    timer.unref()
  }

  async #signalled(): Promise<void> {
    this.#hurry()
    const work = this.#beforeStop
    this.#beforeStop = null
    if (work) await Promise.race([work(), new Promise<void>((now) => (this.#hurry = now))])
    await this.stop(0)
  }

  /** Closes everything in order and restarts the program in this process. */
  async restart(): Promise<void> {
    const work = this.#beforeStop
    this.#beforeStop = null
    await work?.()
    this.#end = () => {
      const [program = '', ...words] = process.argv
      process.execve!(process.execPath, [program, ...process.execArgv, ...words], process.env)
    }
    await this.stop(0)
  }

  /** Closes everything and ends the process with `exitCode`, or with 1 when something could not be closed in time. */
  stop(exitCode: number): Promise<void> {
    this.#stopping ??= this.#closeAll(exitCode)
    return this.#stopping
  }

  async #closeAll(exitCode: number): Promise<void> {
    const limit = setTimeout(() => {
      process.stderr.write('Not everything could be closed in time; ending all the same.\n')
      process.exit(1)
    }, stopLimitMs)
    let hasFailed = false
    await this.#openingNow
    for (const { what, close } of this.#opened.reverse()) {
      await close().catch((error: unknown) => {
        hasFailed = true
        process.stderr.write(`Could not close ${what}: ${error instanceof Error ? error.message : String(error)}\n`)
      })
    }
    clearTimeout(limit)
    if (!hasFailed) this.#end(exitCode)
    process.exit(hasFailed ? 1 : exitCode)
  }
}
