import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RiskName, risks } from '#resources/risks.ts'
import { eventChecker } from '#features/activity/server/write/incomingEvent.ts'
import { recordEvents } from '#features/activity/server/write/recordEvents.ts'
import { evaluateRisk } from '#features/risk/server/evaluate.ts'
import { type Office, openOffice } from '#tests/support/office.ts'
import { buildAction, buildBrand } from '#tests/features/activity/server/support/activity.ts'

/*
 * Cases of kind 12 as people write them: who brings how many players, from which day on, one a day, on which devices.
 * Players deposit, and bet a day and nine days later. Each case is a company of its own; all are looked at on one day.
 */
const lookedAt = '2026-09-30'
const dayMs = 86_400_000
const cities = ['Recife', 'Natal', 'Belém', 'Manaus', 'Goiânia', 'Santos', 'Maceió', 'Palmas', 'Cuiabá', 'Aracaju']

interface Group {
  readonly of: string
  readonly players: number
  /** The day of the first registration; others follow one a day, or within the minutes given. */
  readonly from: string
  readonly minutes?: number
  /** Marks by number; without one a player has a device of its own. */
  readonly device?: (number: number) => string | undefined
  readonly key?: (number: number) => string | undefined
  readonly city?: string
  /** Brands that tell no devices. */
  readonly isUnmarked?: boolean
  readonly isIdle?: boolean
}
interface Case {
  readonly what: string
  readonly groups: readonly Group[]
  /** Who is flagged by any rule, and whose pay is held. */
  readonly flagged: readonly string[]
  readonly held?: readonly string[]
}

const below = (limit: number, name: (number: number) => string) => (number: number) =>
  number < limit ? name(number) : undefined
const old = (number: number) => `dev-7f${number}`
const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** A brought players; so many of B's, the given days later, came on the devices of A's. */
const later = (days: number, { shared = 6, players = 9 } = {}, from = '2026-08-22'): Case => ({
  what: `${shared} of ${players} on known devices ${days} days later`,
  groups: [
    { of: 'a', players: 12, from, device: below(shared, old) },
    { of: 'b', players, from: dayAfter(from, days), device: below(shared, old) },
  ],
  flagged: ['b'],
})
const festival = (more: Partial<Group> = {}): Group => ({
  of: 'c',
  players: 14,
  from: '2026-09-19',
  minutes: 97,
  city: 'Parintins',
  ...more,
})

const cases: readonly Case[] = [
  ...[1, 2, 3, 5, 6, 7, 10, 13, 14].map((days) => later(days, {}, '2026-09-02')),
  ...[15, 20, 21, 25, 28, 29].map((days) => later(days)),
  { ...later(14, { shared: 4, players: 15 }, '2026-09-01'), what: 'four of fifteen on known devices two weeks later' },
  { ...later(14, { shared: 3, players: 12 }), what: 'three of twelve on known devices two weeks later' },
  { ...later(14, { shared: 2, players: 10 }), what: 'two of ten on known devices two weeks later', flagged: [] },
  {
    what: 'known payment keys in other letters, a day later',
    groups: [
      { of: 'a', players: 10, from: '2026-09-02', key: below(6, (number) => `Key${number}@Example.test`) },
      { of: 'b', players: 9, from: '2026-09-03', key: below(6, (number) => ` key${number}@example.TEST`) },
    ],
    flagged: ['b'],
  },
  {
    what: 'the later one in the same hour',
    groups: [
      { of: 'a', players: 10, from: '2026-09-02', minutes: 1, device: below(6, old) },
      { of: 'b', players: 9, from: '2026-09-03', minutes: 1, device: below(6, old) },
    ],
    flagged: ['b'],
  },
  {
    what: 'three on the same devices: the first is the victim',
    groups: [
      { of: 'a', players: 10, from: '2026-08-05', device: below(7, old) },
      { of: 'b', players: 10, from: '2026-09-02', device: below(7, old) },
      { of: 'd', players: 10, from: '2026-09-15', device: below(7, old) },
    ],
    flagged: ['b', 'd'],
  },
  {
    what: 'named backwards: the later ones are sent first',
    groups: [
      { of: 'b', players: 9, from: '2026-09-17', device: below(6, old) },
      { of: 'a', players: 12, from: '2026-09-03', device: below(6, old) },
    ],
    flagged: ['b'],
  },
  {
    what: 'one phone for all of its players',
    groups: [{ of: 'b', players: 10, from: '2026-09-05', device: () => 'one-phone' }],
    flagged: ['b'],
  },
  { what: 'a festival with a device each', groups: [festival()], flagged: [] },
  {
    what: 'a festival on which two couples share a phone',
    groups: [festival({ device: (number) => (number < 4 ? `couple-${number >> 1}` : undefined) })],
    flagged: [],
  },
  { what: 'a town on five phones', groups: [festival({ device: (number) => `farm-${number % 5}` })], flagged: ['c'] },
  {
    what: 'a festival whose brand tells no devices is looked at, not held',
    groups: [festival({ isUnmarked: true })],
    flagged: ['c'],
    held: [],
  },
  {
    what: 'a festival a month ago and one now, with a device each',
    groups: [festival({ from: '2026-08-22' }), festival({ of: 'e', city: 'Caruaru' })],
    flagged: [],
  },
  {
    what: 'a family of four on one tablet',
    groups: [{ of: 'f', players: 12, from: '2026-09-02', device: below(4, () => 'tablet') }],
    flagged: [],
  },
  {
    what: 'a couple of two affiliates',
    groups: [
      { of: 'a', players: 10, from: '2026-08-20', device: below(1, () => 'ours') },
      { of: 'b', players: 10, from: '2026-09-10', device: below(1, () => 'ours') },
    ],
    flagged: [],
  },
  {
    what: 'players who never come back',
    groups: [{ of: 'g', players: 10, from: '2026-09-02', isIdle: true }],
    flagged: ['g'],
  },
]

let office: Office
const found = new Map<RiskName, Set<string>>()
const rules = (Object.keys(risks) as RiskName[]).filter((name) => risks[name].of === 'affiliate')

function eventsOf(index: number, group: Group, place: number): Record<string, string>[] {
  const { of, players, from, minutes, device, key, city, isUnmarked, isIdle } = group
  return Array.from({ length: players }, (_, number) => {
    const player_ref = `case${index}-${of}${place}-${number}`
    // Who comes by the day does so at noon, each a few minutes later than the one before.
    const at =
      Date.parse(`${from}T12:00:00Z`) + (minutes ? number * minutes * 60_000 : number * dayMs + number * 420_000)
    const event = (type: string, days: number, more: Record<string, string> = {}) => ({
      event_id: `${player_ref}-${type}-${days}`,
      type,
      occurred_at: new Date(at + days * dayMs).toISOString(),
      player_ref,
      ...more,
    })
    const marks = {
      ...(isUnmarked ? {} : { device_mark: device?.(number) ?? `own-${player_ref}` }),
      ...(key?.(number) ? { payment_mark: key(number)! } : {}),
    }
    const bets = isIdle ? [1] : [1, 9]
    return [
      event('registration', 0, {
        action_token: `case${index}${of}`,
        country: 'BR',
        city: city ?? cities[(number + place * 3) % cities.length]!,
        ...marks,
      }),
      event('deposit', 0.04, { amount: String(37 + number * 13) }),
      ...bets.map((days) => event('bet', days, { product: 'bets', amount: String(11 + number) })),
    ]
  }).flat()
}

beforeAll(async () => {
  office = await openOffice({ variables: { BUSINESS_TIME_ZONE: 'UTC' } })
  const check = eventChecker({ currency: 'BRL', zone: 'UTC', now: new Date('2026-11-20T00:00:00Z') })
  const nameOf = new Map<number, string>()
  for (const [index, { groups }] of cases.entries()) {
    const brand = await buildBrand(office.database)
    for (const of of new Set(groups.map((group) => group.of)))
      nameOf.set(
        (await buildAction(office.database, brand, { token: `case${index}${of}` })).affiliate,
        `${index} ${of}`,
      )
    for (const [place, group] of groups.entries()) {
      const events = eventsOf(index, group, place).map((raw) => {
        const checked = check(raw)
        if (!checked.ok) throw new Error(checked.code)
        return checked.event
      })
      await recordEvents({ database: office.database, brand, events })
    }
  }
  for (const rule of rules) {
    const { flagged } = await evaluateRisk(office.database.db, { rule, to: lookedAt })
    found.set(rule, new Set(flagged.map(({ subject }) => nameOf.get(subject) ?? '?')))
  }
}, 120_000)
afterAll(() => office.close())

const namesIn = (index: number, of: readonly RiskName[]) =>
  [...new Set(of.flatMap((rule) => [...found.get(rule)!]))]
    .filter((name) => name.startsWith(`${index} `))
    .map((name) => name.split(' ')[1])
    .toSorted()

describe('who is blamed', () => {
  it.each(cases.map((each, index) => [each.what, index, each] as const))('%s', (_, index, { flagged, held }) => {
    const holding = rules.filter((rule) => risks[rule].effect === 'hold')
    expect(namesIn(index, rules)).toEqual(flagged)
    expect(namesIn(index, holding)).toEqual(held ?? flagged)
  })

  it('leaves nobody out who was made for it', async () => {
    const { rows } = await sql<{ players: number }>`select count(*)::int as players from player`.execute(
      office.database.db,
    )
    expect(rows[0]!.players).toBe(cases.flatMap(({ groups }) => groups).reduce((sum, { players }) => sum + players, 0))
  })
})
