import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { AppContext } from '#engine/server/context.ts'
import { withOrdinaryDeadline } from '#engine/server/database/statementWatch.ts'
import { DatabaseUnavailable, WorkerUnavailable } from '#engine/server/database/unavailable.ts'
import type { OutcomeCode, CodedMessage } from '#engine/declaration/messageCodes.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import { warnOfFailure } from '#engine/server/http/outageLog.ts'
import { traced } from '#engine/server/tracing/tracing.ts'
import type { Job } from './job.ts'
import { planRuns } from './runs/planRuns.ts'
import { switchedOnJobs } from './switchedOnJobs.ts'
import { finishRun, requeueRun, heartbeatRun, postponeRun, claimRun, type ClaimedRun } from './runs/takeRun.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'

/** Runs at once on one server: a long close must not keep payments waiting. */
const atOnce = 3
/** How long the companies' time zones and switched-off features are cached. */
const companiesKeptMs = 60_000
/** How often a run says that it is alive and how far it is. */
const heartbeatMs = 5_000
/** How long a stopping server waits for its runs; the whole stop has ten seconds. */
const stopLimitMs = 3_000
/** How long giving back may take. */
const giveBackLimitMs = 1_000

/** What a runner works with. */
export interface JobRunnerOptions {
  readonly context: AppContext
  readonly jobs: readonly Job[]
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Cached settings of companies that concern jobs, and when they were read. */
interface OfCompanies {
  readonly readAt: number
  readonly zones: readonly string[]
  readonly jobs: readonly Job[]
}

/** Plans and runs jobs on this server; any number of servers may have one. */
export class JobRunner {
  readonly #options: JobRunnerOptions
  readonly #planned = new Map<string, number>()
  readonly #stopping = new AbortController()
  #companies: OfCompanies = { readAt: -Infinity, zones: [], jobs: [] }
  readonly #running = new Map<ClaimedRun, Promise<void>>()

  constructor(options: JobRunnerOptions) {
    this.#options = options
  }

  /** Plans what is due and begins as many runs as there is room for. @returns how many it began. */
  async begin(): Promise<number> {
    const { context } = this.#options
    const { db, clock } = context.database
    // What is due is left to servers whose clock is right, and to this one once it is.
    if ((await clock.secondsApart()) !== null) return 0
    const now = context.now()
    const { zones, jobs } = await this.#companiesAt(now)
    await planRuns(db, { jobs, now, zones, planned: this.#planned })
    let begun = 0
    while (this.#running.size < atOnce && !this.#stopping.signal.aborted) {
      const run = await claimRun(db, { kinds: jobs.map(({ name }) => name), now })
      if (!run) break
      begun += 1
      const work = { name: `job ${run.kind}`, kind: 'internal', isRoot: true } as const
      const done = withOrdinaryDeadline(() => traced(work, () => this.#perform(run))).finally(() =>
        this.#running.delete(run),
      )
      this.#running.set(run, done)
    }
    return begun
  }

  /** The time zones of days, and the jobs that some company has switched on; changes are seen within a minute. */
  async #companiesAt(now: Date): Promise<OfCompanies> {
    if (Math.abs(now.getTime() - this.#companies.readAt) >= companiesKeptMs) {
      const { context, jobs } = this.#options
      const { db } = context.database
      this.#companies = {
        readAt: now.getTime(),
        zones: await allZones(db, context),
        jobs: await switchedOnJobs(db, jobs),
      }
    }
    return this.#companies
  }

  /** Runs everything that is due and waits for it: what a test or a command does instead of waiting for the clock. */
  async runDue(): Promise<void> {
    while ((await this.begin()) > 0 || this.#running.size > 0) await Promise.all(this.#running.values())
  }

  /** Begins nothing more, asks what is under way to end, and gives back what does not end in time. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server stops.'))
    await Promise.race([Promise.allSettled(this.#running.values()), pause(stopLimitMs, undefined, { ref: false })])
    const { context, log } = this.#options
    const giveBack = async (run: ClaimedRun) =>
      requeueRun(context.database.db, run, context.now()).catch((error: unknown) =>
        log.warn({ err: error }, `the run ${run.id} of ${run.kind} could not be given back`),
      )
    // Where the database does not answer, the lease ends by itself.
    await Promise.race([
      Promise.all([...this.#running.keys()].map(giveBack)),
      pause(giveBackLimitMs, undefined, { ref: false }),
    ])
  }

  async #perform(run: ClaimedRun): Promise<void> {
    const { context, jobs, log } = this.#options
    const job = jobs.find(({ name }) => name === run.kind)!
    const lost = new AbortController()
    let progress: object | null = null
    const heartbeat = setInterval(() => {
      heartbeatRun(context.database.db, run, { now: context.now(), progress })
        .then((isOurs) => isOurs || lost.abort(new Error('Another server took this run.')))
        .catch((error: unknown) =>
          warnOfFailure({
            database: context.database,
            log,
            error,
            message: `the run ${run.id} of ${run.kind} could not say that it is alive`,
          }),
        )
    }, heartbeatMs)
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal])
    try {
      const outcome = await job.run({
        context,
        signal,
        input: run.input,
        log: (line) => log.warn(line),
        progress: (given) => {
          progress = given
        },
      })
      await finishRun(context.database.db, run, { now: context.now(), state: 'done', outcome })
    } catch (error) {
      await this.#fail(run, error)
    } finally {
      clearInterval(heartbeat)
    }
  }

  async #fail(run: ClaimedRun, error: unknown): Promise<void> {
    const { context, log } = this.#options
    const now = context.now()
    try {
      if (this.#stopping.signal.aborted) return await requeueRun(context.database.db, run, now)
      const isWorkerAway = error instanceof WorkerUnavailable
      if (
        error instanceof DatabaseUnavailable &&
        (await postponeRun(context.database.db, run, { now, isWorkerAway }))
      ) {
        return warnOfFailure({
          database: context.database,
          log,
          error,
          message: `the run ${run.id} of ${run.kind} lost the database`,
        })
      }
      log.error({ err: error }, `the run ${run.id} of ${run.kind} failed`)
      const outcome: CodedMessage<OutcomeCode> =
        error instanceof ApiError
          ? { code: 'refused', values: { message: error.message, error: error.code, ...error.values } }
          : { code: 'failed', values: { run: run.id } }
      await finishRun(context.database.db, run, { now, state: 'failed', outcome: [outcome] })
    } catch (cause) {
      // The database is gone: the lease ends, and whoever comes next takes the run.
      log.warn({ err: cause }, `the end of run ${run.id} of ${run.kind} could not be kept`)
    }
  }
}
