import { describe, expect, it } from 'vitest'
import { paybackMonth } from '#rules/activity/payback.ts'

const month = (since: number, ngr: number, cpa = 0) => ({ since, ngr, cpa })

describe('the payback month of a CPA', () => {
  it('is the first by which NGR had covered what was paid, in whatever order months come', () => {
    expect(paybackMonth([month(2, 30), month(0, 20.1, 60.3), month(1, 10.2), month(3, 5)])).toBe(2)
    expect(paybackMonth([month(0, 50, 50)])).toBe(0)
  })
  it('is none where it is not covered, or nothing was paid', () => {
    expect(paybackMonth([month(0, 10, 50), month(1, 39.99)])).toBeNull()
    expect(paybackMonth([month(0, 10)])).toBeNull()
  })
  it('is the later one where a loss or another CPA undid it', () => {
    expect(paybackMonth([month(0, 60, 50), month(1, -20), month(2, 15)])).toBe(2)
    expect(paybackMonth([month(0, 60, 50), month(1, 0, 40), month(2, 10)])).toBeNull()
  })
})
