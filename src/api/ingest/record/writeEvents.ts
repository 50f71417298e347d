import { sql } from 'kysely'
import type { UnattributedReason } from '../../../config/answers/unattributed.ts'
import { arrayText, plainArray, textArray } from '../../database/arrays.ts'
import type { IncomingEvent } from './incomingEvent.ts'
import type { Subs } from '../../../domain/subIds.ts'
import type { Link } from './links.ts'
import type { Player } from '../players/players.ts'
import type { Writer } from './writer.ts'

/** An event with what was found out about it. */
export interface SettledEvent {
  readonly event: IncomingEvent
  readonly player: Player | undefined
  readonly link: Link | UnattributedReason
  readonly isFirstDeposit: boolean
  readonly subs: Subs | null
}

const placedTypes: ReadonlySet<string> = new Set(['click', 'registration', 'deposit'])

/** Writes the events of a batch; clicks of our own links are made findable by their click_id as well. */
export async function writeEvents({ trx, brand }: Writer, settled: readonly SettledEvent[]): Promise<void> {
  if (settled.length === 0) return
  const text = (read: (given: SettledEvent) => string | null | undefined) =>
    textArray(settled.map((given) => read(given) ?? null))
  const link = (read: (link: Link) => string | number | null) =>
    plainArray(settled.map((given) => (typeof given.link === 'string' ? null : read(given.link))))
  await sql`
    insert into event (brand, event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount,
      currency, is_first_deposit, domain,
      country, state, city, action_token, click_id, unattributed, reason, game_group, subs, is_first_visit,
      promo_code)
    select ${brand.id}::bigint, event_id, type, occurred_at, day, player, action, affiliate, coalesce(sub_brand, 0),
      coalesce(product, 'none'), coalesce(amount, 0),
      currency, is_first_deposit, domain, country, state, city, action_token, click_id, unattributed, reason,
      game_group, subs::text[], is_first_visit, promo_code
    from unnest(
      ${text(({ event }) => event.eventId)}::text::text[], ${text(({ event }) => event.type)}::text::text[],
        ${text(({ event }) => event.occurredAt)}::text::timestamptz[],
      ${text(({ event }) => event.day)}::text::date[],
        ${plainArray(settled.map(({ player }) => player?.id ?? null))}::text::bigint[],
      ${link(({ action }) => action)}::text::bigint[], ${link(({ affiliate }) => affiliate)}::text::bigint[],
        ${link(({ subBrand }) => subBrand)}::text::bigint[],
      ${text(({ event }) => event.product)}::text::text[], ${text(({ event }) => event.amount)}::text::numeric[],
        ${text(({ event }) => event.currency)}::text::text[],
      ${plainArray(settled.map(({ isFirstDeposit }) => isFirstDeposit))}::text::boolean[],
        ${text(domainOf)}::text::text[], ${text(({ event }) => event.country)}::text::text[],
      ${text(({ event }) => event.state)}::text::text[], ${text(({ event }) => event.city)}::text::text[],
        ${text(({ event }) => event.actionToken)}::text::text[],
      ${text(({ event }) => event.clickId)}::text::text[],
        ${text((given) => (typeof given.link === 'string' ? given.link : null))}::text::text[],
      ${text(({ event }) => event.reason)}::text::text[], ${text(({ event }) => event.gameGroup)}::text::text[],
      ${text(({ subs }) => arrayText(subs))}::text::text[],
      ${plainArray(settled.map(({ event }) => event.isFirstVisit === true))}::text::boolean[],
      ${text(({ event }) => event.promoCode)}::text::text[]
    ) as given (event_id, type, occurred_at, day, player, action, affiliate, sub_brand, product, amount, currency,
      is_first_deposit, domain,
      country, state, city, action_token, click_id, unattributed, reason, game_group, subs, is_first_visit,
      promo_code)`.execute(trx)
}

function domainOf({ event, link }: SettledEvent): string | null {
  if (!placedTypes.has(event.type)) return null
  return event.domain ?? (typeof link === 'string' ? null : link.domain)
}
