import { afterAll, describe, expect, it } from 'vitest'
import { fillSlots, ofFeature, type PageSlots, slots } from '#engine/ui/slots.ts'

const before = slots()
const panels = { always: () => null, risk: ofFeature('risk', () => null) }
const placed = {
  ...before,
  recordPanels: { affiliate: [panels.always, panels.risk] },
  account: ofFeature('digests', () => null),
} as unknown as PageSlots

describe('what features place into pages', () => {
  afterAll(() => fillSlots(before))

  it('is there where nothing is switched off', () => {
    fillSlots(placed)
    expect(slots().recordPanels['affiliate']).toEqual([panels.always, panels.risk])
    expect(slots().account).toBe(placed.account)
  })

  it('is not there for whose company switched its feature off, whoever looked before', () => {
    fillSlots(placed)
    fillSlots(placed, { switchedOff: ['risk', 'digests'] })
    expect(slots().recordPanels['affiliate']).toEqual([panels.always])
    expect(slots().account).toBeNull()
  })
})
