import { resources } from '#resources/index.ts'
import type { MovedPlayers } from '../../answers/corrections.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { businessDay, earliestDay } from '#engine/values/calendar.ts'
import type { AppContext } from '#engine/server/context.ts'
import { ApiError, validationError } from '#engine/server/http/errors.ts'
import type { WriteContext } from '#engine/records/server/change.ts'
import { lockRecord } from '#engine/records/server/write/storedRecord.ts'
import { brandOfLink, readMovablePlayers } from '#features/activity/server/players/movedPlayers.ts'
import type { IngestContext } from '#features/activity/server/write/ingestContext.ts'
import { loadLinks } from '#features/activity/server/write/links.ts'
import { type CorrectionOrder, type PreparedCorrection, requireWholeOf } from './prepareCorrection.ts'

/** The resource whose corrections move players: what is wrong is the link by which they registered. */
const link = resources.action as unknown as AnyResource
const refsMax = 10_000
const refLengthMax = 200

/** Whether an order moves players from a link instead of correcting dated fields. */
export const isMove = ({ object }: Pick<CorrectionOrder, 'object'>): boolean => object === link.name

interface AskedMove {
  readonly action: number
  /** Null: all that registered by the link. */
  readonly players: readonly string[] | null
}

function parseMove({ action, players, ...others }: AnyRecord): AskedMove {
  const unknown = Object.keys(others).map((field) => ({ field, code: 'unknown_property' as const }))
  if (unknown.length > 0) throw validationError(unknown)
  if (!Number.isSafeInteger(action)) throw validationError([{ field: 'action', code: 'required' }])
  if (players === undefined || players === null) return { action: action as number, players: null }
  const isList =
    Array.isArray(players) &&
    players.length > 0 &&
    players.length <= refsMax &&
    players.every((ref) => typeof ref === 'string' && ref !== '' && ref.length <= refLengthMax)
  if (!isList) throw validationError([{ field: 'players', code: 'invalid_type' }])
  return { action: action as number, players: [...new Set(players as string[])].sort() }
}

/** A move that can be carried out. */
export type PreparedMove = PreparedCorrection & Required<Pick<PreparedCorrection, 'move'>>

/**
 * Looks at an order to give players of one link to a link of another affiliate: those that registered by it on the
 * order's day or later, or the named ones of them. Both links and the players stay locked until the transaction ends.
 * @throws ApiError `forbidden`, `not_found`, `partly_visible`, `correction_not_past`, `correction_changes_nothing` where
 * nobody registered by the link since, `invalid_action` where the other link is none of the brand's or the affiliate's
 * own, or with a problem for `players`
 */
export async function prepareMove(
  change: WriteContext,
  context: AppContext,
  order: CorrectionOrder,
  operation: 'update' | 'read' = 'update',
): Promise<PreparedMove> {
  const { db, actor, request } = change
  if (!can({ actor, resource: link, operation })) throw new ApiError('forbidden')
  const today = businessDay(change)
  if (order.validFrom > today) throw validationError([{ field: 'validFrom', code: 'correction_not_past' }])
  const asked = parseMove(order.values)
  const write = { context, actor, resource: link, origin: '', transaction: db, today, http: request }
  const records = new Map<number, AnyRecord>()
  // In one order, in which batches of events hold links as well.
  for (const id of [Number(order.id), asked.action].toSorted((one, other) => one - other))
    records.set(id, await lockRecord(write, { id: String(id), version: undefined }))
  const brand = (await brandOfLink(db, Number(order.id)))!
  const writer = { trx: db as IngestContext['trx'], brand }
  const { byAction } = await loadLinks(writer, { tokens: [], codes: [], clickIds: [], actions: [...records.keys()] })
  const [from, to] = [byAction.get(Number(order.id))!, byAction.get(asked.action)]
  if (!to || to.affiliate === from.affiliate) throw new ApiError('invalid_action')
  const company = await companyOf(change, from.affiliate)
  await requireWholeOf(db, actor, company)
  const players = await readMovablePlayers(db, {
    brand: brand.id,
    action: from.action,
    from: order.validFrom,
    refs: asked.players,
  })
  if (asked.players && asked.players.length > players.length)
    throw validationError([{ field: 'players', code: 'not_of_link' }])
  if (players.length === 0) throw new ApiError('correction_changes_nothing')
  return {
    ...order,
    resource: link,
    company,
    values: { action: to.action, players: players.map(({ ref }) => ref) },
    changes: [{ field: 'affiliate', before: from.affiliate, after: to.affiliate }],
    present: {},
    presentChanges: [],
    validTo: null,
    move: { from, to, players, brand, firstDay: players.reduce((day, each) => earliestDay(day, each.firstDay), today) },
  }
}

async function companyOf({ db }: WriteContext, affiliate: number): Promise<number | null> {
  const row = await db.selectFrom('affiliate').select('company').where('id', '=', affiliate).executeTakeFirst()
  return (row as { company: number | null } | undefined)?.company ?? null
}

/** Whom a move concerns, for whoever looks at it. */
export const movedBy = ({ move: { from, to, players } }: PreparedMove): MovedPlayers => ({
  fromAction: from.action,
  fromAffiliate: from.affiliate,
  toAction: to.action,
  toAffiliate: to.affiliate,
  players: players.length,
})
