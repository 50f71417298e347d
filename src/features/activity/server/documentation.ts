import { z } from 'zod'
import { events } from '#resources/events.ts'
import { measures } from '#resources/measures.ts'
import { advertiserClickIds } from '#rules/activity/advertiserClickIds.ts'
import { markKinds } from '#rules/activity/events.ts'
import { subLengthMax, subNames } from '#rules/activity/subNames.ts'
import { placeMeasures, placeNames } from '#features/tracking/answers/geolocation.ts'
import { feedVias } from '../answers/freshness.ts'
import { unattributedReasons } from '../answers/unattributed.ts'
import { barReasons } from '#rules/deals/constants.ts'
import { forEach } from '#rules/activity/measures.ts'
import { csvType } from '#engine/export/server/csv.ts'
import { day, type Descriptions, id, moment, money } from '#engine/server/openapi/description.ts'

const marks = Object.fromEntries(
  markKinds.map((kind) => [
    `${kind}_mark`,
    z
      .string()
      .max(300)
      .optional()
      .describe('of the player; a digest of it is kept, by which several are known to be one'),
  ]),
)
const subIds = Object.fromEntries(
  subNames.map((name) => [name, z.string().max(subLengthMax).optional().describe('what an affiliate calls a visit')]),
)
const event = z.object({
  event_id: z.string(),
  type: z.string().describe(`one of ${Object.keys(events).join(', ')}`),
  occurred_at: moment,
  player_ref: z.string().optional(),
  action_token: z.string().optional(),
  promo_code: z.string().optional().describe('what the player typed; it counts where no token is named'),
  click_id: z.string().optional().describe('or several, with commas between them'),
  product: z.string().optional(),
  amount: z.union([money, z.string()]).optional(),
  currency: z.string().optional(),
  country: z.string().optional(),
  state: z.string().optional(),
  city: z.string().optional(),
  game_group: z.string().optional().describe('of bets, wins and bonuses: the group of games, for example slots'),
  reason: z.enum(barReasons).optional().describe('of barred: why the brand bars the player'),
  ...subIds,
  ...marks,
})
const outcome = z.object({
  accepted: z.int(),
  duplicates: z.int(),
  conflicts: z.array(z.string()).describe('events whose id is there with other content'),
  rejected: z.array(z.object({ index: z.int(), code: z.string() })),
  unattributed: z.int(),
})
const recorded = outcome.meta({ example: { accepted: 1, duplicates: 0, conflicts: [], rejected: [], unattributed: 0 } })
const ingestKey = z.object({
  id,
  hint: z.string().describe('the last characters'),
  createdAt: moment,
  createdBy: id.nullable(),
  lastUsedAt: moment.nullable(),
  revokedAt: moment.nullable(),
})
const counts = z.object({ rows: z.int(), accepted: z.int(), duplicates: z.int(), refused: z.int() })
const report = counts.extend({
  unattributed: z.int(),
  reasons: z.record(z.string(), z.int()),
  lines: z
    .record(z.string(), z.array(z.int()))
    .optional()
    .describe('The first lines that were refused for each reason'),
  made: z.object({ affiliates: z.int(), actions: z.int(), names: z.array(z.string()) }),
})
const controlTotal = z.object({
  month: z.string().meta({ example: '2026-09' }),
  measure: z.string(),
  theirs: z.string(),
  ours: z.string(),
  difference: z.string(),
  isStated: z.boolean().optional().describe('theirs was typed or pasted'),
})
const upload = z.object({
  id,
  fileName: z.string(),
  bytes: z.int(),
  createMissing: z.boolean(),
  profile: id.nullable(),
  step: z.enum(['check', 'import']),
  state: z.enum(['receiving', 'waiting', 'running', 'done', 'failed']),
  progress: counts.nullable(),
  check: report.nullable(),
  import: report.nullable(),
  problem: z.string().nullable().describe('why the file as a whole could not be read'),
  problemRemark: z
    .object({ code: z.string(), values: z.record(z.string(), z.unknown()).optional() })
    .nullable()
    .describe('the same by code'),
  createdBy: z.string(),
  createdAt: moment,
  finishedAt: moment.nullable(),
})
const unattributed = z.object({
  eventId: z.string(),
  brand: id,
  type: z.string(),
  occurredAt: moment,
  day,
  playerRef: z.string().nullable(),
  actionToken: z.string().nullable(),
  promoCode: z.string().nullable(),
  clickId: z.string().nullable(),
  product: z.string(),
  amount: money,
  currency: z.string().nullable(),
  reason: z.enum(unattributedReasons),
})
const sums = z.object(forEach(placeMeasures, (name) => (measures[name].unit === 'money' ? money : z.int())))
const place = z.object({
  domain: z.string().nullable(),
  country: z.string().nullable(),
  state: z.string().nullable(),
  city: z.string().nullable(),
})
const places = z.object(Object.fromEntries(placeNames.map((name) => [name, z.string().optional()])))
/** The same by GET and POST; a POST may carry the parameters as a form instead. */
const postback = {
  tag: 'activity',
  answer: outcome.partial().extend({ leftOut: z.array(z.string()).optional() }),
  refusals: [400, 401, 404, 409, 429],
  isOpen: true,
  query: event
    .omit({ currency: true, country: true, state: true, city: true })
    .partial()
    .extend({
      event_id: z.string(),
      type: event.shape.type,
      signature: z.string().describe('hexadecimal HMAC-SHA256'),
    }),
} as const
/** How far a brand has told what happened. */
export const brandFreshness = z
  .object({
    brand: id,
    name: z.string(),
    latest_day: day,
    latest_event_at: moment.nullable().describe('null where it tells totals of days alone'),
    received_at: moment.nullable().describe('when it last delivered something'),
    is_late: z
      .boolean()
      .describe("a whole day is over by the clock of the brand's company and not here; never after `authorizedUntil`"),
    may_change_from: day.nullable().describe('where it is late: figures from that day on may still change'),
    via: z.enum(feedVias).nullable().optional().describe('told to staff alone, as are the next two'),
    key_hint: z.string().nullable().optional().describe('the last characters of the ingest key'),
    received_by: z.string().nullable().optional().describe('whose file it was'),
  })
  .meta({
    example: {
      brand: 1,
      name: 'Bet One',
      latest_day: '2026-11-26',
      latest_event_at: '2026-11-26T23:59:58.000Z',
      received_at: '2026-11-27T06:12:00.000Z',
      is_late: true,
      may_change_from: '2026-11-27',
      via: 'batch',
      key_hint: 'x7Qa',
      received_by: null,
    },
  })
const ofBrand = [400, 401, 403, 404] as const

/** Activity in, clicks, and where they come from. */
export const activityDescriptions: Descriptions = {
  'POST /ingest/events': {
    tag: 'activity',
    body: z
      .array(event)
      .max(10_000)
      .meta({
        example: [
          {
            event_id: 'bet-4711',
            type: 'bet',
            occurred_at: '2026-11-20T12:00:00Z',
            player_ref: 'player-1',
            product: 'bets',
            amount: 52.5,
            currency: 'BRL',
          },
        ],
      }),
    answer: recorded,
    refusals: [400, 401, 413, 429],
  },
  'GET /postback/:brandSlug': postback,
  'GET /api/brand/freshness': {
    tag: 'activity',
    summary:
      'How far each brand has told, the one that is furthest behind first; of an affiliate and partner, their own',
    query: z.object({ brand: z.string(), affiliate: z.string() }).partial(),
    answer: z.array(brandFreshness),
    refusals: [400, 401, 403],
  },
  'POST /api/brand/:id/ingest_key': {
    tag: 'brand',
    answer: ingestKey.extend({ key: z.string().describe('in full, this once') }),
    refusals: ofBrand,
  },
  'GET /api/brand/:id/ingest_key': { tag: 'brand', answer: z.array(ingestKey), refusals: ofBrand },
  'DELETE /api/brand/:id/ingest_key/:keyId': { tag: 'brand', answer: ingestKey, refusals: ofBrand },
  'POST /api/brand/:id/feed': {
    tag: 'activity',
    query: z.object({
      name: z.string().describe('of the file'),
      createMissing: z.enum(['true', 'false']).optional(),
      profile: id.optional(),
    }),
    body: z.string().describe('the file'),
    bodyType: 'application/octet-stream',
    answer: upload,
    refusals: [...ofBrand, 413],
  },
  'GET /api/brand/:id/feed': { tag: 'activity', answer: z.array(upload), refusals: ofBrand },
  'GET /api/brand/:id/feed/control': { tag: 'activity', answer: z.array(controlTotal), refusals: ofBrand },
  'PUT /api/brand/:id/feed/control': {
    tag: 'activity',
    body: z
      .object({
        totals: z.array(z.object({ month: z.string(), measure: z.string(), value: z.string().nullable() })).optional(),
        table: z.string().optional().describe('as copied from a spreadsheet: a line of heads, then one a month'),
      })
      .meta({ example: { totals: [{ month: '2026-09', measure: 'ngr', value: '1250.50' }] } }),
    answer: z.array(controlTotal),
    refusals: ofBrand,
  },
  'GET /api/brand/:id/feed/:upload': { tag: 'activity', answer: upload, refusals: ofBrand },
  'GET /api/brand/:id/feed/:upload/refusals': { tag: 'activity', answer: csvType, refusals: ofBrand },
  'POST /api/brand/:id/feed/:upload/import': { tag: 'activity', answer: upload, refusals: [...ofBrand, 409] },
  'DELETE /api/brand/:id/feed/:upload': { tag: 'activity', answer: z.object({ id }), refusals: ofBrand },
  'GET /api/event/unattributed': {
    tag: 'activity',
    query: z.object({
      range: z.string().optional().describe('[0,24]'),
      filter: z.string().optional().describe('{brand, reason}'),
    }),
    answer: z.array(unattributed),
    refusals: [400, 401, 403],
  },
  'POST /api/event/reattribute': {
    tag: 'activity',
    body: z.object({ brand: id, eventIds: z.array(z.string()).max(1000), action: id }).partial(),
    answer: z.object({ attributed: z.int(), remaining: z.int() }),
    refusals: [400, 401, 403, 404],
  },
  'GET /t/:token': {
    tag: 'tracking',
    summary:
      "A click: on to the link's address, with click_id and the utm parameters; 410 where its brand may not be offered",
    query: z.object({
      to: z.string().optional().describe('a deep link: a path of the site that the link leads to'),
      media: z.string().optional().describe('the token of the banner or text that was clicked on'),
      click_id: z.string().optional().describe("the visit's id in the affiliate's own system"),
      ...subIds,
    }),
    answer: null,
    refusals: [404, 410, 429],
    isOpen: true,
  },
  'HEAD /t/:token': {
    tag: 'tracking',
    summary: 'Where a click would lead; counts nothing',
    answer: null,
    refusals: [404, 410, 429],
    isOpen: true,
  },
  'GET /api/action/:id/link': { tag: 'action', answer: z.object({ address: z.string() }), refusals: [401, 403, 404] },
  'GET /api/action/misses': {
    tag: 'action',
    query: z.object({ from: z.string().optional(), to: z.string().optional() }),
    answer: z.object({
      from: z.string(),
      to: z.string(),
      misses: z.array(
        z.object({ host: z.string(), token: z.string(), referrer: z.string().nullable(), misses: z.int() }),
      ),
    }),
    refusals: [400, 401, 403],
  },
  'GET /api/action/conversions': {
    tag: 'action',
    query: z.object({
      network: z.enum(advertiserClickIds),
      from: z.string().optional(),
      to: z.string().optional(),
      action: id.optional(),
    }),
    answer: csvType,
    refusals: [400, 401, 403],
  },
  'GET /api/action/geolocation': {
    tag: 'action',
    query: places.extend({ from: day, to: day, action: id.optional() }),
    answer: z.object({
      rows: z.array(place.extend(sums.shape).extend({ currency: z.string() })),
      total: sums.optional(),
      totals: z.array(sums.extend({ currency: z.string() })),
      from: day,
      to: day,
      zone: z.string(),
      visits: z
        .object({
          unique: z.int(),
          apart: z.array(z.object({ kind: z.enum(['bot', 'prefetch', 'repeat']), by: z.string(), visits: z.int() })),
        })
        .describe('first visits of a day, and those that are no clicks, by which list'),
    }),
    refusals: [400, 401, 403],
  },
}
