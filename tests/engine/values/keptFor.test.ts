import { describe, expect, test } from 'vitest'
import { momentBefore } from '#engine/values/retentionPeriod.ts'

const before = (at: string, period: string) => momentBefore(new Date(at), period).toISOString()

describe('a period for which something is kept', () => {
  test.each([
    ['2026-11-23T10:00:00.000Z', 'P5Y', '2021-11-23T10:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', 'P1Y', '2023-02-28T00:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', 'P1M', '2026-02-28T23:59:59.999Z'],
    ['2026-01-15T00:00:00.000Z', 'P18M', '2024-07-15T00:00:00.000Z'],
    ['2026-03-01T00:00:00.000Z', 'P1D', '2026-02-28T00:00:00.000Z'],
    ['2026-03-01T00:00:00.000Z', 'P1Y2M3D', '2024-12-29T00:00:00.000Z'],
  ])('%s without %s is %s', (at, period, expected) => {
    expect(before(at, period)).toBe(expected)
  })

  test.each(['P', '5Y', 'P5', 'PT5H', 'P5W', ''])('is not %j', (period) => {
    expect(() => before('2026-03-01T00:00:00.000Z', period)).toThrow(RangeError)
  })
})
