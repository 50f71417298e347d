import { expect, it } from 'vitest'
import { type UnclaimedStep, unclaimedStep, type UnclaimedSum } from '#rules/payouts/unclaimed.ts'

it.each<[Omit<UnclaimedSum, 'noticeDays'>, UnclaimedStep]>([
  [{ lapsesOn: null, now: '0.00', soon: '0.00' }, null],
  [{ lapsesOn: null, now: '0.00', soon: '5.00' }, { tell: '2026-12-23' }],
  // Late to be told: it still has its days of notice.
  [{ lapsesOn: null, now: '5.00', soon: '5.00' }, { tell: '2026-12-23' }],
  [{ lapsesOn: '2026-11-24', now: '5.00', soon: '5.00' }, null],
  [{ lapsesOn: '2026-11-23', now: '5.00', soon: '5.00' }, 'lapse'],
  [{ lapsesOn: '2026-11-23', now: '0.00', soon: '5.00' }, null],
  [{ lapsesOn: '2026-11-23', now: '-5.00', soon: '0.00' }, 'forget'],
])('of %j on the 23rd of November becomes %j', (sum, step) => {
  expect(unclaimedStep({ ...sum, noticeDays: 30 }, '2026-11-23')).toEqual(step)
})
