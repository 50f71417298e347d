import { describe, expect, it } from 'vitest'
import { defineChoices, offeredValues } from '#engine/declaration/choices.ts'

describe('offeredValues', () => {
  const kinds = defineChoices('signal', ['paid', 'raised', 'digest'], {
    features: { raised: 'risk', digest: 'digests' },
  })

  it('leaves out what belongs to a feature that is switched off', () => {
    expect(offeredValues(kinds, { switchedOff: ['risk', 'ledger'] })).toEqual(['paid', 'digest'])
  })

  it('has all where nothing is switched off', () => {
    expect(offeredValues(kinds, {})).toEqual(['paid', 'raised', 'digest'])
  })
})
