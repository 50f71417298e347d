import { describe, expect, it } from 'vitest'
import { comingBack, readingOn, standInEachOther } from '#engine/values/schedules.ts'

const version = (validFrom: string, validUntil: string | null, values: Record<string, unknown>) => ({
  validFrom,
  validUntil,
  values,
  replaced: null,
})

describe('what a record will read', () => {
  const scheduled = [
    version('2026-12-01', '2027-01-01', { percentage: 40 }),
    version('2027-01-01', null, { percentage: 25, adminFee: 5 }),
  ]
  const on = (day: string) => readingOn({ percentage: 30, adminFee: 0 }, scheduled, day)

  it('is what it reads now up to the first day, and what is scheduled from then on', () => {
    expect(on('2026-11-30')).toEqual({ percentage: 30, adminFee: 0 })
    expect(on('2026-12-01')).toEqual({ percentage: 40, adminFee: 0 })
    expect(on('2026-12-31')).toEqual({ percentage: 40, adminFee: 0 })
  })
  it('on a day on which one ends and another begins is what begins', () => {
    expect(on('2027-01-01')).toEqual({ percentage: 25, adminFee: 5 })
  })
  it('comes back to what was there before, but for what somebody changed since', () => {
    const begun = { values: { percentage: 40, adminFee: 5 }, replaced: { percentage: 30, adminFee: 0 } }
    expect(comingBack(begun, { percentage: 40, adminFee: 5 })).toEqual({ percentage: 30, adminFee: 0 })
    expect(comingBack(begun, { percentage: 45, adminFee: 5 })).toEqual({ adminFee: 0 })
  })
})

describe('two versions of a record', () => {
  const stand = (one: [string, string | null], other: [string, string | null]) =>
    standInEachOther(version(...one, {}), version(...other, {}))

  it('stand in each other where they begin together, or one begins inside the other', () => {
    expect(stand(['2026-12-01', null], ['2026-12-01', '2026-12-05'])).toBe(true)
    expect(stand(['2026-12-01', '2026-12-10'], ['2026-12-09', null])).toBe(true)
    expect(stand(['2026-12-09', null], ['2026-12-01', '2026-12-10'])).toBe(true)
  })
  it('do not where one follows the other, or each stays', () => {
    expect(stand(['2026-12-01', '2026-12-10'], ['2026-12-10', null])).toBe(false)
    expect(stand(['2026-12-01', null], ['2026-12-09', null])).toBe(false)
  })
})
