import type { Day } from './calendar.ts'

type Values = Readonly<Record<string, unknown>>

/** A version that begins on a day to come, and may end on a later one. */
export interface Scheduled {
  readonly validFrom: Day
  /** The day on which what was there before comes back; null where it stays. */
  readonly validUntil: Day | null
  readonly values: Values
  /** What its fields read before; null while it has not begun. */
  readonly replaced: Values | null
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What its fields were before, for those that still read as it says: what somebody changed since stays changed. */
export function comingBack({ values, replaced }: Pick<Scheduled, 'values' | 'replaced'>, now: Values): Values {
  return Object.fromEntries(
    Object.entries(replaced ?? {}).filter(
      ([name]) => same(now[name], values[name]) && !same(now[name], replaced![name]),
    ),
  )
}

/** How a record will read on a day to come, by what is scheduled for it. On one day what ends goes before what begins. */
export function readingOn(now: Values, scheduled: readonly Scheduled[], day: Day): Values {
  const steps = scheduled.flatMap((each) => {
    const version = { ...each }
    const begins = { day: each.validFrom, place: 1, version, ends: false }
    const ends = each.validUntil === null ? [] : [{ day: each.validUntil, place: 0, version, ends: true }]
    return [...(each.replaced === null ? [begins] : []), ...ends]
  })
  let values = { ...now }
  const due = steps.filter((step) => step.day <= day)
  for (const { version, ends } of due.sort((one, other) =>
    one.day === other.day ? one.place - other.place : one.day < other.day ? -1 : 1,
  )) {
    if (ends) values = { ...values, ...comingBack(version, values) }
    else {
      const names = Object.keys(version.values)
      Object.assign(version, { replaced: Object.fromEntries(names.map((name) => [name, values[name] ?? null])) })
      values = { ...values, ...version.values }
    }
  }
  return values
}

/** Whether two versions of a record would stand in each other's days: they begin together, or one begins inside the other. */
export function standInEachOther(one: Omit<Scheduled, 'values'>, other: Omit<Scheduled, 'values'>): boolean {
  const isInside = (outer: Omit<Scheduled, 'values'>, inner: Omit<Scheduled, 'values'>) =>
    outer.validUntil !== null && outer.validFrom <= inner.validFrom && inner.validFrom < outer.validUntil
  return one.validFrom === other.validFrom || isInside(one, other) || isInside(other, one)
}
