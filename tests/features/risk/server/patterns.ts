import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/*
 * Puts eight ways to cheat into the real football feed: affiliates that live as others do but for the one thing they
 * cheat by. Deterministic, so that who is found can be told again.
 */

export const cheats = ['shared', 'baseline', 'idle', 'quick', 'city', 'moved', 'self', 'recycled'] as const
export type Cheat = (typeof cheats)[number]

/** What is put in, up to when it is looked at, and who does which. */
export const lookedAt = '2014-11-30'
const eachCheat = 5
const players = 12

type RawEvent = Record<string, string>

/** A cheating affiliate is called by its cheat and its number. */
export const cheatersOf = (cheat: Cheat): string[] =>
  Array.from({ length: eachCheat }, (_, index) => `${cheat}${index}`)

const cities = [
  'Recife',
  'Natal',
  'Belém',
  'Manaus',
  'Goiânia',
  'Santos',
  'Maceió',
  'Palmas',
  'Cuiabá',
  'Aracaju',
  'Macapá',
  'Vitória',
]
const dayMs = 86_400_000

/** The feed up to the day that is looked at, with marks at its first players; each link is an affiliate of its own. */
export function honestEvents(path: string): RawEvent[] {
  const [header, ...lines] = gunzipSync(readFileSync(path)).toString().trim().split('\n')
  const names = header!.split(',')
  const rows = lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index]!, value])))
  let marked = 0
  return rows
    .filter((row) => row['occurred_at']! <= `${lookedAt}T23:59:59Z`)
    .map((row) =>
      row['type'] === 'registration' && marked < eachCheat * players
        ? { ...row, device_mark: `device-${(marked += 1)}` }
        : row,
    )
}

/** What one player of a cheating affiliate does. */
function playerEvents(cheat: Cheat, { affiliate, number }: { affiliate: number; number: number }): RawEvent[] {
  const token = `${cheat}${affiliate}`
  const player_ref = `${token}-p${number}`
  const registered = Date.parse('2014-11-03T10:00:00Z') + number * dayMs + affiliate * 3_600_000
  let serial = 0
  const event = (type: string, at: number, more: RawEvent = {}): RawEvent => ({
    event_id: `${player_ref}-${(serial += 1)}`,
    type,
    occurred_at: new Date(at).toISOString(),
    player_ref,
    action_token: token,
    country: 'BR',
    city: cheat === 'city' ? 'Recife' : cities[(number + affiliate) % cities.length]!,
    ...more,
  })
  const bet = (day: number, more: RawEvent = {}) =>
    event('bet', registered + day * dayMs, { product: 'bets', amount: String(10 + number), ...more })
  const mark: RawEvent =
    cheat === 'shared'
      ? { payment_mark: `${token}-key-${number % 3}` }
      : cheat === 'self' && number < 2
        ? { payment_mark: `${token}@example.test` }
        : cheat === 'recycled'
          ? { device_mark: `device-${affiliate * players + number + 1}` }
          : {}
  const events = [
    event('click', registered - (cheat === 'quick' ? 900 : 420_000)),
    event('registration', registered, mark),
    event('deposit', registered + 600_000, { amount: cheat === 'baseline' ? '20.00' : String(31 + number * 7) }),
    bet(1),
    bet(3),
    ...(cheat === 'idle' ? [] : [bet(9), bet(11)]),
  ]
  if (cheat !== 'moved' || number >= 6) return events
  // Whoever won is told by another affiliate's link in the last days of the month.
  const away = { action_token: `mule${affiliate}`, product: 'bets' }
  const late = Date.parse('2014-11-29T20:00:00Z') + number * 60_000
  return [
    ...events,
    event('bet', late, { ...away, amount: '5' }),
    event('win', late + 1_000, { ...away, amount: '900' }),
  ]
}

/** Everything that cheating affiliates do. */
export function cheatingEvents(): RawEvent[] {
  return cheats.flatMap((cheat) =>
    Array.from({ length: eachCheat * players }, (_, index) =>
      playerEvents(cheat, { affiliate: Math.floor(index / players), number: index % players }),
    ).flat(),
  )
}
