import { inTransaction } from '#engine/server/database/transaction.ts'
import { operator } from '#engine/declaration/actor.ts'
import { jobs } from '#app/server/jobs/index.ts'
import { requestRun } from '#engine/jobs/server/runs/planRuns.ts'
import { readJobs } from '#engine/jobs/server/runs/readRuns.ts'
import { releaseRun } from '#engine/jobs/server/runs/releaseRun.ts'
import { logActivity } from '#engine/activityLog/server/activityLog.ts'
import type { ShownRun } from '#engine/jobs/answers/jobs.ts'
import type { CommandContext } from '../support/commandDatabase.ts'
import { UsageError } from '../support/runCommand.ts'
import { print, printTable } from './print.ts'
import { allZones } from '#engine/records/server/visibility/companyClock.ts'

const minute = (moment: string | null) => (moment === null ? '' : `${moment.slice(0, 16).replace('T', ' ')} UTC`)

function current(run: ShownRun | null): string {
  if (!run) return ''
  const progress = run.progress ? `, ${run.progress.done} of ${run.progress.total}` : ''
  return `run ${run.id} ${run.state}${run.state === 'running' ? ` since ${minute(run.startedAt)}` : ''}${progress}`
}

/** `jobs list` */
export async function list({ database, environment }: CommandContext): Promise<void> {
  const all = await readJobs(database.db, {
    jobs,
    now: database.clock.now(),
    zones: await allZones(database.db, { environment }),
  })
  printTable([
    ['job', 'last run', '', 'now', 'next by itself'],
    ...all.map(({ name, lastRun, currentRun, nextRun }) => [
      name,
      minute(lastRun?.finishedAt ?? null),
      lastRun?.state ?? '',
      current(currentRun),
      minute(nextRun),
    ]),
  ])
  for (const { name, lastRun } of all) if (lastRun?.state === 'failed') print(`${name} failed: ${lastRun.outcome}`)
}

/** `jobs run NAME` */
export async function run({ database }: CommandContext, name: string): Promise<void> {
  if (!jobs.some((job) => job.name === name))
    throw new UsageError(`There is no job ${name}. There are: ${jobs.map((job) => job.name).join(', ')}.`)
  const now = database.clock.now()
  const id = await inTransaction(database.db, async (transaction) => {
    const asked = await requestRun(transaction, { name, now, requestedBy: operator.name })
    await logActivity(transaction, {
      actor: operator,
      operation: 'runJob',
      object: 'job',
      objectId: name,
      changes: [],
      at: now,
    })
    return asked
  })
  print(
    `Run ${id} of ${name} waits: a server takes it within a second or so. npm run admin -- jobs list says what became of it.`,
  )
}

/** `jobs release RUN` */
export async function release({ database }: CommandContext, id: string): Promise<void> {
  if (!/^\d{1,18}$/.test(id)) throw new UsageError(`"${id}" is no run: npm run admin -- jobs list has their numbers.`)
  const now = database.clock.now()
  const name = await inTransaction(database.db, async (transaction) => {
    const job = await releaseRun(transaction, { id: Number(id), now })
    if (job !== null)
      await logActivity(transaction, {
        actor: operator,
        operation: 'releaseRun',
        object: 'job',
        objectId: job,
        changes: [{ field: 'run', before: id, after: null }],
        at: now,
      })
    return job
  })
  if (name === null) throw new UsageError(`The run ${id} is not under way.`)
  print(`Run ${id} of ${name} waits for the next server. Every job can be begun anew with the same result.`)
}
