import { z } from 'zod'
import { brandFreshness } from '#features/activity/server/documentation.ts'
import { changeCauses } from '#features/reporting/answers/changes.ts'
import { repetitions, weekdays } from '#engine/values/repetition.ts'
import { valueLists } from '#engine/records/server/options/valueLists.ts'
import { day, type Description, type Descriptions, id, moment } from '#engine/server/openapi/description.ts'

const anyone = [401] as const
const optionList = (name: string, parameters: readonly string[]): Description => ({
  tag: 'options',
  summary: `Values of ${name}`,
  query:
    parameters.length === 0
      ? undefined
      : z.object(Object.fromEntries(parameters.map((parameter) => [parameter, z.string().optional()]))),
  answer: z.array(z.object({ id: z.string(), name: z.string() })),
  refusals: [400, 401],
})
const allActions: Description = {
  tag: 'action',
  summary: 'All tracking links one sees, for selectors',
  answer: z.array(
    z.object({
      action_id: id,
      action_name: z.string(),
      affiliate_token: z.string().nullable(),
      campaign_name: z.string().nullable(),
    }),
  ),
  refusals: [401, 403],
}
const view = z.object({
  id,
  report: z.string().optional(),
  list: z.string().optional(),
  name: z.string(),
  query: z.string().describe("as in the page's address"),
})
const format = z.enum(['xlsx', 'csv'])
const repetition = z.object({
  repeats: z.enum(repetitions),
  weekday: z.enum(weekdays).nullable(),
  monthDay: z.int().min(1).max(31).nullable(),
})
const chosen = repetition.extend({ view: id, period: z.string(), format, language: z.string() })
const schedule = chosen.extend({
  id,
  report: z.string(),
  name: z.string(),
  isPaused: z.boolean(),
  nextAt: moment.nullable(),
})
const download = z.object({
  id,
  report: z.string(),
  name: z.string().nullable(),
  from: day,
  to: day,
  format,
  language: z.string(),
  state: z.enum(['queued', 'running', 'ready', 'failed', 'cancelled']),
  schedule: id.nullable(),
  rows: z.int(),
  bytes: z.int().nullable(),
  problem: z.object({ code: z.string(), values: z.record(z.string(), z.unknown()).nullable() }).nullable(),
  createdAt: moment,
  dueAt: moment,
  finishedAt: moment.nullable(),
})
const remarks = z.array(z.object({ code: z.string(), values: z.record(z.string(), z.unknown()).optional() })).nullable()
const run = z.object({
  id,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  startedAt: moment.nullable(),
  finishedAt: moment.nullable(),
  outcome: z.string().nullable(),
  remarks,
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  requestedBy: z.string().nullable(),
})
const job = z.object({
  name: z.string(),
  schedule: z.union([z.object({ everySeconds: z.number() }), z.object({ dailyAt: z.string() })]),
  lastRun: run.nullable(),
  currentRun: run.nullable(),
  nextRun: moment,
})
const own = [400, 401, 403, 404] as const
const place = z.int().min(0).max(999_999_999)
const reportQuery = z
  .object({
    from: day.optional(),
    to: day.optional(),
    year: z
      .string()
      .optional()
      .describe(
        'instead of from and to: the last of twelve months (2030-05); the rows are months where nothing is said',
      ),
    knownAt: moment.optional().describe('as of which moment: rows, total and totals as they were answered then'),
    limit: place.optional().describe('how many rows at most; all where nothing is said'),
    offset: place.optional().describe('how many of the first rows are left out'),
    sort: z
      .string()
      .optional()
      .describe(
        '["column","DESC"]: a column of the rows; what has no value comes last, equal ones in the report\'s own order',
      ),
    q: z
      .string()
      .max(200)
      .optional()
      .describe('only rows whose names, tokens or days hold this text; count and total are of these'),
  })
  .loose()

const reportSums = { lotto_turnover: 1000, lotto_payout: 600, lotto_ggr: 400, lotto_ngr: 350, lotto_reward: 105 }
const reportExample = {
  from: '2026-11-01',
  to: '2026-11-20',
  zone: 'UTC',
  rows: [
    {
      affiliate: 1,
      affiliate_name: 'Nina Prado',
      affiliate_token: 'af0a1b2c3d4e5f6g7h8i9j',
      ...reportSums,
      currency: 'BRL',
    },
  ],
  count: 1,
  total: reportSums,
  totals: [{ currency: 'BRL', ...reportSums }],
  upTo: '2026-11-20T12:00:00.000Z',
}

/** Option lists, reports and what is kept of them with a user, jobs, and how the server is. */
export const officeDescriptions: Descriptions = {
  'GET /health': {
    tag: 'server',
    summary: 'The server is alive',
    answer: z.object({ status: z.literal('alive') }),
    refusals: [],
    isOpen: true,
  },
  'GET /ready': {
    tag: 'server',
    summary: 'The database answers and is up to date, and no loop that requests wait for stands still',
    answer: z.object({
      status: z.literal('ready'),
      loops: z.record(
        z.string(),
        z.object({
          seconds: z.number().describe('since its last round ended, or since it waits'),
          isLate: z.boolean(),
          blocksRequests: z.boolean().describe('where it is late, the server is not ready'),
        }),
      ),
      warnings: z
        .array(z.string())
        .optional()
        .describe('what does not keep it from serving: `storage_full`, `clicks_late`, `log_keys_missing`, …'),
    }),
    refusals: [],
    isOpen: true,
  },
  'GET /metrics': {
    tag: 'server',
    summary: 'Figures for Prometheus; nothing where METRICS_PORT gives them a port of their own',
    answer: 'text/plain',
    refusals: [401, 404],
    isOpen: true,
  },
  ...Object.fromEntries(
    Object.entries(valueLists).map(([name, { parameters }]) => [`GET /api/${name}`, optionList(name, parameters)]),
  ),
  'GET /api/affiliate/all': {
    tag: 'affiliate',
    summary: 'All affiliates one sees, for selectors',
    query: z.object({ idBrand: id.optional() }),
    answer: z.array(
      z.object({
        id,
        token: z.string().nullable().describe('null for whoever may not list affiliates'),
        name: z.string().nullable(),
      }),
    ),
    refusals: [400, 401, 403],
  },
  'GET /action/all': allActions,
  'GET /api/action/all': allActions,
  'GET /api/report/:name': {
    tag: 'report',
    query: reportQuery,
    answer: z
      .object({
        rows: z.array(z.record(z.string(), z.unknown())),
        count: z.int().describe('of all rows, whatever window is asked for; of a tree those at its top'),
        total: z.record(z.string(), z.unknown()).optional().describe('where all is in one currency'),
        totals: z.array(z.looseObject({ currency: z.string() })).describe('one a currency'),
        from: day,
        to: day,
        zone: z.string(),
        upTo: moment.nullable(),
        knownAt: moment.optional().describe('where a moment was asked for'),
        rates: z
          .array(z.object({ from: z.string(), to: z.string(), day, rate: z.number(), source: z.string() }))
          .optional()
          .describe('where a currency was asked for: those by which amounts were converted'),
        isPartial: z.literal(true).optional(),
        payback: z
          .array(z.object({ cohort: z.string(), currency: z.string(), months: z.int().nullable() }))
          .optional()
          .describe(
            'of cohorts: after how many months NGR covered the CPA paid for its players; null where none was paid or it is not covered',
          ),
        freshness: z
          .array(brandFreshness)
          .optional()
          .describe('of the brands behind it; with the first window, and not with `knownAt`'),
      })
      .meta({ example: reportExample }),
    refusals: [400, 401, 403, 404, 422, 429],
  },
  'GET /api/report/:name/changes': {
    tag: 'report',
    query: reportQuery.omit({ year: true }).extend({ from: day, to: day, since: moment }),
    answer: z.object({
      from: day,
      to: day,
      since: moment,
      knownAt: moment.describe('as of which moment the values after are'),
      count: z.int().describe('how many there are; of more than 50,000 the first are answered'),
      changes: z.array(
        z.object({
          key: z.record(z.string(), z.unknown()).describe('what the row stands for'),
          name: z.string(),
          currency: z.string(),
          column: z.string(),
          before: z.union([z.number(), z.string()]).nullable(),
          after: z.union([z.number(), z.string()]).nullable(),
          difference: z.number().nullable().describe('null where it is no number'),
          cause: z.enum(changeCauses),
          refs: z.array(z.object({ kind: z.string(), id: z.string() })),
          causes: z
            .array(
              z.object({ cause: z.enum(changeCauses), refs: z.array(z.object({ kind: z.string(), id: z.string() })) }),
            )
            .optional()
            .describe('where several changed it and nobody can tell how much each: all of them'),
        }),
      ),
    }),
    refusals: [400, 401, 403, 404, 422, 429],
  },
  'GET /api/me/view': {
    tag: 'session',
    query: z.object({ report: z.string(), list: z.string() }).partial(),
    answer: z.array(view),
    refusals: own,
  },
  'POST /api/me/view': { tag: 'session', body: view.omit({ id: true }), answer: view, refusals: own },
  'DELETE /api/me/view/:id': { tag: 'session', answer: z.object({ id }), refusals: own },
  'GET /api/me/schedules': { tag: 'report', answer: z.array(schedule), refusals: anyone },
  'POST /api/me/schedules': { tag: 'report', body: chosen, answer: schedule, refusals: own },
  'PUT /api/me/schedules/:id': { tag: 'report', body: chosen.omit({ view: true }), answer: schedule, refusals: own },
  'DELETE /api/me/schedules/:id': { tag: 'report', answer: z.object({ id }), refusals: own },
  'POST /api/me/schedules/:id/pause': { tag: 'report', answer: schedule, refusals: own },
  'POST /api/me/schedules/:id/resume': { tag: 'report', answer: schedule, refusals: own },
  'GET /api/live': {
    tag: 'session',
    query: z.object({ open: z.string() }).partial(),
    answer: 'text/event-stream',
    refusals: own,
  },
  'GET /api/me/downloads': {
    tag: 'report',
    answer: z.object({ files: z.array(download), bytes: z.int(), bytesMax: z.int(), keptDays: z.int() }),
    refusals: anyone,
  },
  'POST /api/me/downloads': {
    tag: 'report',
    body: z.object({ report: z.string(), query: z.string(), format, language: z.string() }),
    answer: download,
    refusals: [...own, 409, 422],
  },
  'GET /api/me/downloads/:id': { tag: 'report', answer: 'application/octet-stream', refusals: [...own, 409] },
  'DELETE /api/me/downloads/:id': { tag: 'report', answer: z.object({ id }), refusals: own },
  'POST /api/me/downloads/:id/cancel': { tag: 'report', answer: download, refusals: [...own, 409] },
  'POST /api/me/downloads/:id/retry': { tag: 'report', answer: download, refusals: [...own, 409, 422] },
  'GET /api/job': { tag: 'job', answer: z.array(job), refusals: [401, 403] },
  'GET /api/job/:name': { tag: 'job', answer: z.array(run), refusals: [401, 403, 404] },
  'POST /api/activityLog/:id/redact': {
    tag: 'activityLog',
    summary:
      'Take personal values out of a line of the log; what proves the line stays, and a line says who did it (root)',
    body: z.object({
      fields: z
        .array(z.string())
        .describe('actor, address, url, or changes.NAME for the values of a field that changed'),
      reason: z.string(),
      totp: z.string().optional(),
    }),
    answer: z.object({
      id,
      redacted: z
        .array(z.string())
        .describe('every value of the line that is redacted by now; changes by their place: changes.0'),
    }),
    refusals: [400, 401, 403, 404, 422],
  },
  'POST /api/job/:name/run': {
    tag: 'job',
    body: z
      .object({ from: day.optional(), to: day.optional() })
      .describe('of dailyClose: the days to close, both included; other jobs take nothing')
      .meta({ example: { from: '2026-11-01', to: '2026-11-20' } }),
    answer: z
      .object({ id, name: z.string(), state: z.literal('waiting') })
      .meta({ example: { id: 16, name: 'dailyClose', state: 'waiting' } }),
    refusals: [400, 401, 403, 404],
  },
}
