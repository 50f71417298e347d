import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#app/server/app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { testEnvironment } from '#tests/support/office.ts'
import { evaluate, namesIn, readSamples } from '#tests/support/promql.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const alerts = new Map(
  [...read('deploy/prometheus/alerts.yaml').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(
    ([, name, expression]) => [name!, expression!],
  ),
)
const runbook = read('docs/runbook.md')
interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}
const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as { panels: readonly Panel[] }

const now = 1_790_000_000
const requests = (well: number, failed: number, seconds = 0) =>
  [
    `http_request_duration_seconds_count{route="/api/brand",status="200"} ${well}`,
    `http_request_duration_seconds_count{route="/api/brand",status="503"} ${failed}`,
    `http_request_duration_seconds_sum{route="/api/brand",status="200"} ${seconds}`,
    `http_request_duration_seconds_sum{route="/metrics",status="200"} 9000`,
  ].join('\n')
const refused = (count: number) =>
  `office_refusals_total{code="invalid_credentials"} ${count}\noffice_refusals_total{code="not_found"} ${count * 1000}`
const payment = (state: string, awaits: boolean, seconds: number) =>
  `office_payments_oldest_seconds{state="${state}",awaits="${awaits}"} ${seconds}`
const ended = (failed: number, done?: number) =>
  `office_job_last_failed_timestamp_seconds{name="dailyClose"} ${failed}${done === undefined ? '' : `\noffice_job_last_done_timestamp_seconds{name="dailyClose"} ${done}`}`

/**
 * Of each alert: what is read where somebody has to look, and what is read where nobody has. Where there are two
 * readings, they are five minutes apart.
 */
const examples: Readonly<Record<string, { readonly fires: readonly string[]; readonly rests: readonly string[] }>> = {
  ServerAway: { fires: ['up{job="back-office"} 0'], rests: ['up{job="back-office"} 1\nup{job="postgres"} 0'] },
  DatabaseAway: { fires: ['office_database_up 0'], rests: ['office_database_up 1'] },
  ClocksApart: { fires: ['office_clock_apart_seconds 61'], rests: ['office_clock_apart_seconds 0.4'] },
  LoopStandsStill: {
    fires: ['office_loop_late{loop="jobs"} 1\noffice_loop_late{loop="links"} 0'],
    rests: ['office_loop_late{loop="jobs"} 0'],
  },
  Errors: { fires: [requests(1000, 0), requests(1900, 100)], rests: [requests(1000, 500), requests(2000, 500)] },
  Slow: {
    fires: [requests(1000, 0, 10), requests(1010, 0, 30)],
    rests: [requests(1000, 0, 10), requests(2000, 0, 110)],
  },
  ConnectionsShort: {
    fires: ['office_database_waiting{pool="primary"} 6'],
    rests: ['office_database_waiting{pool="primary"} 5'],
  },
  ProcessorShort: { fires: ['nodejs_eventloop_lag_p99_seconds 0.6'], rests: ['nodejs_eventloop_lag_p99_seconds 0.02'] },
  MemoryGrows: {
    fires: ['process_resident_memory_bytes{job="back-office"} 1700000000'],
    rests: ['process_resident_memory_bytes{job="back-office"} 300000000'],
  },
  DiskShort: {
    fires: ['office_disk_free_bytes 14e9\noffice_disk_size_bytes 100e9'],
    rests: ['office_disk_free_bytes 16e9\noffice_disk_size_bytes 100e9'],
  },
  DiskNearlyFull: {
    fires: ['office_disk_free_bytes 4e9\noffice_disk_size_bytes 100e9'],
    rests: ['office_disk_free_bytes 6e9\noffice_disk_size_bytes 100e9'],
  },
  ClicksWait: { fires: ['office_queue_size{loop="clicks"} 5001'], rests: ['office_queue_size{loop="clicks"} 40'] },
  ReplicaLeft: { fires: ['office_replica_following 0'], rests: ['office_replica_following 1'] },
  ReplicaBehind: { fires: ['office_replica_behind_bytes 70000000'], rests: ['office_replica_behind_bytes 600'] },
  DaysUnclosed: { fires: ['office_days_unclosed 1'], rests: ['office_days_unclosed 0'] },
  CloseLate: { fires: ['office_dirty_days_oldest_seconds 7201'], rests: ['office_dirty_days_oldest_seconds 620'] },
  OwnersStopped: { fires: ['office_stopped_owners 1'], rests: ['office_stopped_owners 0'] },
  PaymentsUnknown: { fires: [payment('unknown', false, 3601)], rests: [payment('unknown', false, 60)] },
  PaymentsStuck: {
    fires: [payment('sent', false, 21_601)],
    rests: [`${payment('created', true, 90_000)}\n${payment('sent', false, 40)}`],
  },
  PaymentsAwaitApproval: { fires: [payment('created', true, 172_801)], rests: [payment('created', false, 172_801)] },
  JobFailed: { fires: [ended(now - 10, now - 100), ended(now - 10)], rests: [ended(now - 100, now - 10)] },
  JobOverdue: {
    fires: ['office_job_overdue_seconds{name="dailyClose"} 901'],
    rests: ['office_job_overdue_seconds{name="dailyClose"} 3'],
  },
  UploadsStuck: {
    fires: ['office_uploads_oldest_seconds{state="waiting"} 1801'],
    rests: ['office_uploads_oldest_seconds{state="running"} 5'],
  },
  ReportFilesStuck: {
    fires: ['office_report_files_oldest_seconds{state="queued"} 3601'],
    rests: ['office_report_files_oldest_seconds{state="queued"} 60'],
  },
  LogUnsealed: { fires: ['office_log_unsealed_seconds 301'], rests: ['office_log_unsealed_seconds 4'] },
  LogShorter: {
    fires: ['office_log_sealed_lines{instance="a"} 100', 'office_log_sealed_lines{instance="a"} 90'],
    rests: ['office_log_sealed_lines 90', 'office_log_sealed_lines 100'],
  },
  WrongTries: { fires: [refused(0), refused(600)], rests: [refused(0), refused(60)] },
  BackupOld: {
    fires: [`office_backup_last_timestamp_seconds ${now - 27 * 3600}`],
    rests: [
      `office_backup_last_timestamp_seconds{instance="a"} ${now - 90}\noffice_backup_last_timestamp_seconds{instance="b"} ${now - 95}`,
    ],
  },
  BackupMissing: {
    fires: ['office_database_up 1'],
    rests: [`office_database_up 1\noffice_backup_last_timestamp_seconds ${now}`, 'office_database_up 0'],
  },
}
/** Alerts whose examples are each read by itself. */
const single = new Set(['JobFailed', 'BackupMissing'])
const readingsOf = (texts: readonly string[]) =>
  texts.map((text, index) => ({ at: now - (texts.length - 1 - index) * 300, text }))
const outcomes = (name: string, texts: readonly string[]) =>
  (single.has(name) ? texts.map((text) => [text]) : [texts]).map(
    (each) => evaluate(alerts.get(name)!, readingsOf(each)).length > 0,
  )

let given: TestDatabase
let app: FastifyInstance
beforeAll(async () => {
  given = await createTestDatabase()
  const replica = { isFollowing: true, replayedTo: 0, behindBytes: 0, ageMs: 0, lost: () => {}, stop: async () => {} }
  app = await buildApp({
    database: { ...given.database, replica },
    environment: testEnvironment({ METRICS_TOKEN: 'a token of this test' }),
  })
})
afterAll(async () => {
  await app.close()
  await given.drop()
})

describe('each alert', () => {
  test('has examples, and each example an alert', () => {
    expect([...alerts.keys()].toSorted()).toEqual(Object.keys(examples).toSorted())
  })

  test.each(Object.keys(examples))('fires where somebody has to look, and rests where nobody has: %s', (name) => {
    expect(outcomes(name, examples[name]!.fires)).not.toContain(false)
    expect(outcomes(name, examples[name]!.rests)).not.toContain(true)
  })

  test('stands in the runbook with what to do, and the runbook names no other', () => {
    const described = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name!)
    expect(described.toSorted()).toEqual([...alerts.keys()].toSorted())
  })
})

describe('alerts and the dashboard', () => {
  /** Told by Prometheus itself. */
  const ofPrometheus = new Set(['up'])

  test('ask for nothing that the server does not tell', async () => {
    await app.inject('/nowhere')
    const metrics = await app.metrics()
    const told = new Set(
      [...metrics.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, kind]) =>
        kind === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name!],
      ),
    )
    const expressions = [...alerts.values(), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
    const asked = new Set(expressions.flatMap(namesIn))
    expect([...asked].filter((name) => !told.has(name) && !ofPrometheus.has(name))).toEqual([])
    expect([...told].filter((name) => name.startsWith('office_') && !asked.has(name))).toEqual([])
    expect(
      readSamples(metrics).find(({ name, labels }) => name === 'office_refusals_total' && labels.code === 'not_found')
        ?.value,
    ).toBe(1)
  })
})
