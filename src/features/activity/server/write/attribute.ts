import type { UnattributedReason } from '../../answers/unattributed.ts'
import type { Subs } from '#rules/activity/subIds.ts'
import type { IncomingEvent } from './incomingEvent.ts'
import type { ClickedLink, Link, Links } from './links.ts'
import type { Player } from '../players/players.ts'

/** What attribution asks of an event. */
export type Attributable = Pick<
  IncomingEvent,
  'type' | 'day' | 'occurredAt' | 'actionToken' | 'promoCode' | 'clickId' | 'playerRef'
>

/**
 * The link an event names itself, by token, or the code that its player typed, or else by the click it came from (the other way round where the brand says
 * so); null where it names none that counts on its day. One of an affiliate whose contract was over is none: who came by
 * it before belongs to it by registration.
 */
export function namedLink(event: Attributable, links: Links): Link | null {
  const byToken = event.actionToken === null ? codedLink(event, links) : links.byToken.get(event.actionToken)
  const click = countedClick(event, links)
  const named = click?.isFirst ? click.link : (byToken ?? click?.link)
  return named && !isOver(named, event) ? named : null
}

/** The link of the code that the player typed, as far as the code counts on the day. */
function codedLink({ promoCode, day }: Attributable, links: Links): Link | undefined {
  const coded = promoCode ? links.byCode.get(promoCode) : undefined
  return coded && (coded.until === null || day <= coded.until) ? links.byAction.get(coded.action) : undefined
}

function countedClick(event: Attributable, links: Links): ClickedLink | undefined {
  const clicks = event.clickId === null ? undefined : links.byClick.get(event.clickId)
  return clicks?.find((each) => countsOn(each, event))
}

/** The click an event came from, where it belongs to the link that was clicked on. */
export function visitOf(event: Attributable, link: Pick<Link, 'action'>, links: Links): ClickedLink | null {
  const click = countedClick(event, links)
  return click && click.link.action === link.action ? click : null
}

/**
 * The sub ids of an event: those it names itself, else those of its click, else those its player registered with, as
 * far as it belongs to the link of the registration.
 */
export function subsOfEvent(
  event: Attributable & Pick<IncomingEvent, 'subs'>,
  { link, player, links }: { link: Pick<Link, 'action'>; player: Player | undefined; links: Links },
): Subs | null {
  if (event.subs) return event.subs
  const ofClick = visitOf(event, link, links)?.subs
  return ofClick ?? (player && player.action === link.action ? player.subs : null)
}

/** Of several clicks one of a contract that is over leaves its place to the next. */
const countsOn = ({ until, link, isOneOf }: ClickedLink, event: Pick<Attributable, 'day'>) =>
  (until === null || event.day <= until) && (isOneOf === 1 || !isOver(link, event))

const isOver = ({ lastDay }: Link, { day }: Pick<Attributable, 'day'>) => lastDay !== null && lastDay < day

/** Whether a link, or what it hangs on, was suspended or over when an event happened. */
function isSuspended(
  { suspensions, endsOn }: Link,
  { occurredAt, day }: Pick<Attributable, 'occurredAt' | 'day'>,
): boolean {
  if (endsOn !== null && endsOn < day) return true
  if (suspensions.length === 0) return false
  const at = Date.parse(occurredAt)
  return suspensions.some(({ from, until }) => Date.parse(from) <= at && (until === null || at < Date.parse(until)))
}

/**
 * The link an event belongs to: the one it names, else the one its player registered by. A click or registration has
 * nothing before it to fall
 * back to, except that a repeated registration belongs where the first did.
 * @returns the reason where there is none
 */
export function linkOf(event: Attributable, player: Player | undefined, links: Links): Link | UnattributedReason {
  const registered = player?.action == null ? undefined : links.byAction.get(player.action)
  const named = namedLink(event, links)
  const link = (named && player?.left?.includes(named.action) ? registered : named) ?? registered
  if (link) return isSuspended(link, event) ? 'suspended' : link
  if (event.actionToken !== null) return 'unknown_action'
  if (event.promoCode) return 'unknown_promo_code'
  if (event.clickId !== null) return 'unknown_click'
  if (event.type === 'click' || event.type === 'registration') return 'no_action'
  return event.playerRef === null ? 'no_player' : 'unknown_player'
}

/** What registering asks of an event. */
export type Registering = Pick<IncomingEvent, 'type' | 'playerRef' | 'occurredAt' | 'eventId' | 'day' | 'country'>

/** By which link an event registers its player, and the visit it came from. */
export interface RegisteringVisit {
  readonly link: Link
  readonly subs: Subs | null
  readonly clickId: string | null
}

/**
 * The link that an event names, or that a person decided on, with its visit; null where it names none or one that was
 * suspended.
 */
export function namedVisit(
  event: Attributable & Pick<IncomingEvent, 'subs'>,
  links: Links,
  decided?: Link,
): RegisteringVisit | null {
  const link = decided ?? namedLink(event, links)
  if (!link || (link !== decided && isSuspended(link, event))) return null
  const visit = visitOf(event, link, links)
  return { link, subs: event.subs ?? visit?.subs ?? null, clickId: visit?.clickId ?? null }
}

/** Registers players that belong to nobody yet by the earliest of their registrations that has a link. */
export function registerPlayers<Event extends Registering>(
  events: readonly Event[],
  players: ReadonlyMap<string, Player>,
  visitOfEvent: (event: Event) => RegisteringVisit | null,
): void {
  const registrations = events.filter(({ type }) => type === 'registration').sort(byOccurrence)
  for (const event of registrations) {
    const player = event.playerRef === null ? undefined : players.get(event.playerRef)
    const visit = player?.action === null ? visitOfEvent(event) : null
    if (!player || !visit) continue
    const { link, subs, clickId } = visit
    player.action = link.action
    player.affiliate = link.affiliate
    player.subs = subs
    player.newRegistration = {
      action: link.action,
      affiliate: link.affiliate,
      subBrand: link.subBrand,
      at: event.occurredAt,
      day: event.day,
      country: event.country,
      subs,
      clickId,
    }
  }
}

/** Orders events by when they happened, then by id: the order that says which deposit was the first. */
export function byOccurrence(
  a: Pick<IncomingEvent, 'occurredAt' | 'eventId'>,
  b: Pick<IncomingEvent, 'occurredAt' | 'eventId'>,
): number {
  if (a.occurredAt !== b.occurredAt) return a.occurredAt < b.occurredAt ? -1 : 1
  return a.eventId < b.eventId ? -1 : a.eventId > b.eventId ? 1 : 0
}
