import { sql } from 'kysely'
import { readFigures } from '#engine/server/metrics/databaseFigures.ts'
import type { CommandContext } from '../support/commandDatabase.ts'
import { UsageError } from '../support/runCommand.ts'
import { print } from './print.ts'

const answerLimitMs = 6_000
/** The same limits as those of the alerts in deploy/prometheus. */
const limits = { unsealedSeconds: 300, overdueSeconds: 900, unknownSeconds: 3600, backupSeconds: 26 * 3600 }

/** Something that was looked at. */
interface Looked {
  readonly isWell: boolean
  readonly said: string
}

interface Ready {
  readonly status?: string
  readonly loops?: Readonly<Record<string, { readonly seconds: number; readonly isLate: boolean }>>
  readonly warnings?: readonly string[]
}

/** How the loops of one running server are: they are in its memory, so it is asked. */
async function askServer(address: string): Promise<Looked[]> {
  try {
    const answer = await fetch(`${address}/ready`, { signal: AbortSignal.timeout(answerLimitMs) })
    const { loops = {}, warnings = [] } = (await answer.json()) as Ready
    return [
      { isWell: answer.ok, said: `the server at ${address} is ${answer.ok ? '' : 'not '}ready` },
      ...Object.entries(loops).map(([name, { seconds, isLate }]) => ({
        isWell: !isLate,
        said: `loop ${name}: ${seconds} s${isLate ? ', it stands still' : ''}`,
      })),
      ...warnings.map((warning) => ({ isWell: false, said: `the server warns: ${warning}` })),
    ]
  } catch (error) {
    return [
      {
        isWell: false,
        said: `no server answers at ${address} (${error instanceof Error ? error.message : String(error)}); name another after the word: npm run admin -- health http://…`,
      },
    ]
  }
}

const span = (seconds: number) =>
  seconds >= 7200
    ? `${Math.round(seconds / 3600)} h`
    : seconds >= 120
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds)} s`

/** When a backup was last restored and found good, by the job that tries them. */
async function lastTrial({ database }: CommandContext): Promise<Looked> {
  const {
    rows: [trial],
  } = await sql<{ seconds: number }>`select extract(epoch from now() - finished_at)::float8 as seconds from job
    where kind = 'backupCheck' and state = 'done' and remarks -> 0 ->> 'code' = 'backupChecked'
    order by id desc limit 1`.execute(database.db)
  const said = trial
    ? `a backup was restored and verified ${span(trial.seconds)} ago`
    : 'no backup was tried on this server (BACKUP_IDENTITY); another machine should'
  return { isWell: true, said }
}

async function askDatabase(surroundings: CommandContext): Promise<Looked[]> {
  const figures = await readFigures({ ...surroundings, now: surroundings.database.clock.now })
  const open = figures.payments.filter(({ state }) => ['created', 'sent', 'unknown'].includes(state))
  const failed = figures.jobs.filter(
    ({ last_failed, last_done }) => last_failed !== null && (last_done === null || last_failed > last_done),
  )
  const overdue = figures.jobs.filter(({ late }) => late > limits.overdueSeconds)
  const backupAge = figures.backup === null ? null : Date.now() / 1000 - figures.backup
  return [
    {
      isWell: figures.daysUnclosed === null || figures.daysUnclosed === 0,
      said:
        figures.daysUnclosed === null
          ? 'no day was ever closed'
          : `closed up to ${figures.closed}, ${figures.daysUnclosed} days before yesterday`,
    },
    { isWell: figures.stopped === 0, said: `${figures.stopped} affiliates and partners stopped by the close` },
    {
      isWell: failed.length === 0,
      said:
        failed.length === 0
          ? 'no job failed at its last run'
          : `failed at the last run: ${failed.map(({ kind }) => kind).join(', ')}`,
    },
    {
      isWell: overdue.length === 0,
      said:
        overdue.length === 0
          ? 'no run is overdue'
          : `overdue: ${overdue.map(({ kind, late }) => `${kind} (${span(late)})`).join(', ')}`,
    },
    {
      isWell: open.every(({ state, seconds }) => state !== 'unknown' || seconds < limits.unknownSeconds),
      said:
        open.length === 0
          ? 'no payment without outcome'
          : `payments without outcome: ${open.map(({ state, awaits, count, seconds }) => `${count} ${awaits ? 'awaiting approval' : state} (the oldest ${span(seconds)})`).join(', ')}`,
    },
    {
      isWell: figures.unsealed_seconds < limits.unsealedSeconds,
      said: `${figures.log_lines} lines of the log sealed, ${figures.unsealed} wait${figures.unsealed > 0 ? ` (the oldest ${span(figures.unsealed_seconds)})` : ''}`,
    },
    {
      isWell: backupAge !== null && backupAge < limits.backupSeconds,
      said: backupAge === null ? 'never backed up by npm run backup' : `backed up ${span(backupAge)} ago`,
    },
  ]
}

/** `health [ADDRESS]`: exit code 0 only where everything is well. */
export async function health(surroundings: CommandContext, address?: string): Promise<void> {
  const { host, port } = surroundings.environment
  const looked = [
    ...(await askServer(address?.replace(/\/$/, '') ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`)),
    ...(await askDatabase(surroundings)),
    await lastTrial(surroundings),
  ]
  for (const { isWell, said } of looked) print(`${isWell ? 'well ' : 'LOOK '} ${said}`)
  const count = looked.filter(({ isWell }) => !isWell).length
  if (count > 0) throw new UsageError(`${count} of ${looked.length} need a look: docs/runbook.md says what to do.`)
}
