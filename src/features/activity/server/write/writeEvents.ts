import type { UnattributedReason } from '../../answers/unattributed.ts'
import { type CopiedColumn, copyRows } from '#engine/server/database/copyRows.ts'
import { zeroMoney } from '#engine/values/money.ts'
import type { IncomingEvent } from './incomingEvent.ts'
import type { Subs } from '#rules/activity/subIds.ts'
import type { Link } from './links.ts'
import type { Player } from '../players/players.ts'
import { eventPartition } from './partitions.ts'
import type { IngestContext } from './ingestContext.ts'

/** An event with what was found out about it. */
export interface SettledEvent {
  readonly event: IncomingEvent
  readonly player: Player | undefined
  readonly link: Link | UnattributedReason
  readonly isFirstDeposit: boolean
  readonly subs: Subs | null
}

const placedTypes: ReadonlySet<string> = new Set(['click', 'registration', 'deposit'])

/**
 * Writes the events of a batch, each into the partition of its month: the table itself has row-level security, under
 * which only its owner may copy rows in.
 */
export async function writeEvents({ trx, brand }: IngestContext, settled: readonly SettledEvent[]): Promise<void> {
  const { id } = brand
  const byPartition = Map.groupBy(settled, ({ event }) => eventPartition(event.day))
  for (const [partition, rows] of byPartition)
    await copyRows(trx, partition, rows, { brand: ['bigint', () => id], ...columns })
}

const of =
  <Key extends keyof IncomingEvent>(key: Key) =>
  ({ event }: SettledEvent): IncomingEvent[Key] =>
    event[key]
const linked =
  <Key extends keyof Link>(key: Key) =>
  ({ link }: SettledEvent): Link[Key] | null =>
    typeof link === 'string' ? null : link[key]

const columns = {
  event_id: ['text', of('eventId')],
  type: ['text', of('type')],
  occurred_at: ['timestamptz', of('occurredAt')],
  day: ['date', of('day')],
  player: ['bigint', ({ player }) => player?.id],
  action: ['bigint', linked('action')],
  affiliate: ['bigint', linked('affiliate')],
  sub_brand: ['bigint', (given) => linked('subBrand')(given) ?? 0],
  product: ['text', ({ event }) => event.product ?? 'none'],
  amount: ['money', ({ event }) => event.amount ?? zeroMoney],
  currency: ['text', of('currency')],
  is_first_deposit: ['boolean', ({ isFirstDeposit }) => isFirstDeposit],
  domain: ['text', domainOf],
  country: ['text', of('country')],
  state: ['text', of('state')],
  city: ['text', of('city')],
  action_token: ['text', of('actionToken')],
  click_id: ['text', of('clickId')],
  unattributed: ['text', ({ link }) => (typeof link === 'string' ? link : null)],
  reason: ['text', of('reason')],
  game_group: ['text', of('gameGroup')],
  subs: ['texts', ({ subs }) => subs],
  is_first_visit: ['boolean', ({ event }) => event.isFirstVisit === true],
  promo_code: ['text', of('promoCode')],
} as const satisfies Readonly<Record<string, CopiedColumn<SettledEvent>>>

function domainOf({ event, link }: SettledEvent): string | null {
  if (!placedTypes.has(event.type)) return null
  return event.domain ?? (typeof link === 'string' ? null : link.domain)
}
