import type { Cheat } from './patterns.ts'

/*
 * Offices made up by chance: honest affiliates that differ as real ones do (small and large, one town or many, a festival
 * weekend, couples, shared phones), and eight that cheat each in a way of its own.
 */

type Draw = () => number
export type RawEvent = Record<string, string>

const dayMs = 86_400_000
const cities = ['Recife', 'Natal', 'Belém', 'Manaus', 'Goiânia', 'Santos', 'Maceió', 'Palmas', 'Cuiabá', 'Aracaju']
/** The days that are looked at end here. */
export const lookedAt = '2026-09-30'
const begin = Date.parse('2026-09-01T06:00:00Z')

interface Player {
  readonly ref: string
  readonly token: string
  readonly registered: number
  readonly city: string
  readonly marks: RawEvent
  readonly deposit: number
  readonly clickMs: number
  readonly comesBack: boolean
}

function eventsOf({ ref, token, registered, city, marks, deposit, clickMs, comesBack }: Player): RawEvent[] {
  let serial = 0
  const event = (type: string, at: number, more: RawEvent = {}): RawEvent => ({
    event_id: `${ref}-${(serial += 1)}`,
    type,
    occurred_at: new Date(at).toISOString(),
    player_ref: ref,
    action_token: token,
    country: 'BR',
    city,
    ...more,
  })
  const bet = (day: number) => event('bet', registered + day * dayMs, { product: 'bets', amount: String(9 + serial) })
  return [
    event('click', registered - clickMs),
    event('registration', registered, marks),
    ...(deposit > 0 ? [event('deposit', registered + 600_000, { amount: deposit.toFixed(2) })] : []),
    bet(1),
    ...(comesBack ? [bet(8), bet(10)] : []),
  ]
}

const between = (draw: Draw, from: number, to: number) => from + draw() * (to - from)
const whole = (draw: Draw, from: number, to: number) => Math.floor(between(draw, from, to + 1))

function honestAffiliate(draw: Draw, { token, index }: { token: string; index: number }): RawEvent[] {
  const isFestival = index === 0
  const hasMarks = isFestival || draw() < 0.7
  const players = whole(draw, isFestival ? 12 : 3, 40)
  const home = cities[whole(draw, 0, cities.length - 1)]!
  const isLocal = draw() < 0.3
  return Array.from({ length: players }, (_, number) => {
    const registered = isFestival ? begin + between(draw, 18, 20) * dayMs : begin + between(draw, 0, 28) * dayMs
    // A couple at most shares a phone.
    const device = number === 1 && draw() < 0.5 ? `${token}-0` : `${token}-${number}`
    return eventsOf({
      ref: `${token}-p${number}`,
      token,
      registered,
      city: isFestival || isLocal ? home : cities[whole(draw, 0, cities.length - 1)]!,
      marks: hasMarks ? { device_mark: device } : {},
      deposit: draw() < 0.8 ? between(draw, 20, 300) : 0,
      clickMs: whole(draw, 20_000, 900_000),
      comesBack: draw() < 0.75,
    })
  }).flat()
}

function cheater(draw: Draw, { cheat, victims }: { cheat: Cheat; victims: readonly string[] }): RawEvent[] {
  const token = cheat
  const players = whole(draw, 9, 15)
  const gapDays = between(draw, 10, 24)
  const oldOnes = victims.slice(0, players)
  const events = Array.from({ length: players }, (_, number) => {
    const registered = begin + between(draw, 5, 20) * dayMs
    const mark: RawEvent =
      cheat === 'shared'
        ? { payment_mark: `key-${number % 3}` }
        : cheat === 'self' && number < 2
          ? { payment_mark: `${token}@example.test` }
          : cheat === 'recycled'
            ? { device_mark: `old-${number}` }
            : cheat === 'city'
              ? { device_mark: `farm-${number % 5}` }
              : {}
    const player = {
      ref: `${token}-p${number}`,
      token,
      registered,
      city: cheat === 'city' ? 'Recife' : cities[(number * 3) % cities.length]!,
      marks: mark,
      deposit: cheat === 'baseline' ? between(draw, 20, 20.9) : between(draw, 25, 200),
      clickMs: cheat === 'quick' ? whole(draw, 100, 1_800) : whole(draw, 20_000, 900_000),
      comesBack: cheat !== 'idle',
    }
    const earlier =
      cheat === 'recycled'
        ? eventsOf({
            ...player,
            ref: `old-p${number}`,
            token: oldOnes[number % oldOnes.length]!,
            registered: registered - gapDays * dayMs,
          })
        : []
    const late = Date.parse('2026-09-29T12:00:00Z') + number * 60_000
    const moved: RawEvent[] =
      cheat === 'moved' && number < 5
        ? (['bet', 'win'] as const).map((type, turn) => ({
            event_id: `${player.ref}-m${turn}`,
            type,
            occurred_at: new Date(late + turn).toISOString(),
            player_ref: player.ref,
            action_token: 'mule',
            product: 'bets',
            amount: type === 'bet' ? '5' : String(whole(draw, 500, 900)),
            country: 'BR',
          }))
        : []
    return [...earlier, ...eventsOf(player), ...moved]
  })
  return events.flat()
}

/** An office of so many honest affiliates and one cheater of each kind. */
export function syntheticOffice(
  draw: Draw,
  { honest, cheats }: { honest: number; cheats: readonly Cheat[] },
): { events: RawEvent[]; honestTokens: string[] } {
  const honestTokens = Array.from({ length: honest }, (_, index) => `honest${index}`)
  const events = [
    ...honestTokens.flatMap((token, index) => honestAffiliate(draw, { token, index })),
    ...cheats.flatMap((cheat) => cheater(draw, { cheat, victims: honestTokens })),
  ]
  return { events: events.toSorted((a, b) => (a['occurred_at']! < b['occurred_at']! ? -1 : 1)), honestTokens }
}
