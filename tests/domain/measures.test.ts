import { describe, expect, it } from 'vitest'
import { isAdditive, measureNames } from '../../src/domain/measures.ts'

describe('a measure in a total', () => {
  it('is the sum of its rows, but for ratios, which are made again from the sums', () => {
    expect(measureNames.filter((name) => !isAdditive(name))).toEqual(['margin', 'bonus_index'])
  })
})
