import { addDays, type Day, daysBetween, eachDay } from '#engine/values/calendar.ts'
import type { Product } from '#rules/activity/measures.ts'
import { demoPlaces } from './cast.ts'
import { type Random, randomFrom } from './random.ts'

/** A link as the activity of the demo needs it. */
export interface DemoLink {
  readonly token: string
  /** Of its campaign: what its players mostly play. */
  readonly product: Product
  /** The same every time, unlike its token: what its activity is made from. */
  readonly seed: string
}

/** An event as a platform would send it. */
export type RawEvent = Record<string, string | number>

/**
 * What a product is like: the middle stake, how far stakes spread, bets on an active day, how often a bet wins, and
 * what it pays then as a multiple of the stake.
 */
const play: Readonly<
  Record<Product, { stake: number; spread: number; perDay: number; wins: number; pays: readonly [number, number] }>
> = {
  bets: { stake: 12, spread: 0.9, perDay: 2.4, wins: 0.44, pays: [1.3, 2.85] },
  games: { stake: 6, spread: 0.8, perDay: 5, wins: 0.47, pays: [0.6, 3.35] },
  lotto: { stake: 15, spread: 0.6, perDay: 1.3, wins: 0.1, pays: [1, 9] },
}
/** Sunday first: people play at the weekend. */
const weekdays = [1.3, 0.8, 0.85, 1, 0.95, 1.15, 1.45]
const placeTotal = demoPlaces.reduce((sum, [, , weight]) => sum + weight, 0)
const [clicksMean, registrationShare, depositorShare] = [3.2, 0.2, 0.6]

/** All activity of a link over a period, the same every time. */
export function linkActivity(link: DemoLink, range: { from: Day; to: Day }): RawEvent[] {
  const random = randomFrom(link.seed)
  const popularity = random.amount(1, 0.7)
  return eachDay(range).flatMap((day) => dayOfLink({ link, day, range, random, popularity }))
}

function dayOfLink({
  link,
  day,
  range,
  random,
  popularity,
}: {
  link: DemoLink
  day: Day
  range: { from: Day; to: Day }
  random: Random
  popularity: number
}): RawEvent[] {
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]!
  const growth = 0.7 + (0.6 * daysBetween({ from: range.from, to: day })) / Math.max(1, daysBetween(range))
  const events: RawEvent[] = []
  const clicks = random.count(clicksMean * popularity * weekday * growth)
  for (let number = 0; number < clicks; number += 1) {
    const visitor = { day, place: placeOf(random), id: `${link.token}-${day.replaceAll('-', '')}-${number}` }
    events.push(eventOf(link, random, visitor, { type: 'click', event_id: `${visitor.id}-clk` }))
    if (random.next() < registrationShare) events.push(...lifeOfPlayer(link, random, visitor, range.to))
  }
  return events
}

interface Visitor {
  readonly day: Day
  readonly place: readonly [string, string, number]
  readonly id: string
}

function lifeOfPlayer(link: DemoLink, random: Random, visitor: Visitor, until: Day): RawEvent[] {
  const events = [
    eventOf(link, random, visitor, { type: 'registration', event_id: `${visitor.id}-reg`, player_ref: visitor.id }),
  ]
  if (random.next() > depositorShare) return events
  const first = addDays(visitor.day, random.pick([0, 0, 0, 1, 2, 4]))
  const loyalty = 0.25 + random.next() * 0.5
  let stays = 0.95 + random.next() * 0.045
  for (let day = first; day <= until; day = addDays(day, 1)) {
    if (random.next() > stays) break
    if (day === first || random.next() < loyalty * weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]! * 0.6)
      events.push(...dayOfPlayer(link, random, { ...visitor, day }, day === first))
    stays = Math.min(0.995, stays + 0.001)
  }
  return events
}

function dayOfPlayer(link: DemoLink, random: Random, visitor: Visitor, isFirst: boolean): RawEvent[] {
  const { product } = link
  const { stake, spread, perDay, wins, pays } = play[product]
  const id = `${visitor.id}-${visitor.day.replaceAll('-', '')}`
  const money = (type: string, end: string, amount: number, more: RawEvent = {}) =>
    eventOf(link, random, visitor, {
      type,
      event_id: `${id}-${end}`,
      player_ref: visitor.id,
      amount: amount.toFixed(2),
      currency: 'BRL',
      ...more,
    })
  const events: RawEvent[] = []
  if (isFirst || random.next() < 0.3) events.push(money('deposit', 'dep', random.pick([20, 30, 50, 50, 100, 100, 200])))
  if (isFirst && random.next() < 0.5) events.push(money('bonus', 'bon', random.pick([5, 10, 20]), { product }))
  const bets = 1 + random.count(perDay)
  for (let number = 0; number < bets; number += 1) {
    const staked = random.amount(stake, spread)
    events.push(money('bet', `bet${number}`, staked, { product }))
    if (random.next() < wins)
      events.push(money('win', `win${number}`, staked * (pays[0] + random.next() * (pays[1] - pays[0])), { product }))
  }
  if (random.next() < 0.06) events.push(money('withdrawal', 'wdr', random.pick([30, 50, 100, 150])))
  if (random.next() < 0.002) events.push(money('chargeback', 'chb', random.pick([20, 50]), { product }))
  return events
}

function eventOf(link: DemoLink, random: Random, { day, place: [state, city] }: Visitor, given: RawEvent): RawEvent {
  const time = [random.between(9, 23), random.between(0, 59), random.between(0, 59)]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
  return { occurred_at: `${day}T${time}Z`, action_token: link.token, country: 'BR', state, city, ...given }
}

function placeOf(random: Random): readonly [string, string, number] {
  let left = random.next() * placeTotal
  return demoPlaces.find(([, , weight]) => (left -= weight) < 0) ?? demoPlaces[0]!
}

/** A few events that belong to nobody, so that there is something to look into. */
export function strayActivity(day: Day): RawEvent[] {
  const at = (hour: string) => ({ occurred_at: `${day}T${hour}:15:00Z`, country: 'BR', state: 'SP', city: 'Santos' })
  return [
    { ...at('10'), event_id: 'stray-1', type: 'click', action_token: 'verao-2019' },
    { ...at('11'), event_id: 'stray-2', type: 'registration', action_token: 'verao-2019', player_ref: 'stray-a' },
    { ...at('12'), event_id: 'stray-3', type: 'deposit', player_ref: 'stray-a', amount: 50, currency: 'BRL' },
    {
      ...at('13'),
      event_id: 'stray-4',
      type: 'bet',
      player_ref: 'stray-b',
      product: 'bets',
      amount: 12,
      currency: 'BRL',
    },
  ]
}
