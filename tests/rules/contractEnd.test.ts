import { expect, it } from 'vitest'
import { type ContractEnd, contractEndIsWhole, earnsUntil } from '#rules/contractEnd.ts'

it.each<[ContractEnd, string | null]>([
  [{}, null],
  // Said once and taken back: it goes on.
  [{ endsOn: '2026-11-30' }, null],
  [{ afterEnd: 'nothing', endsOn: '2026-11-30' }, '2026-12-01'],
  [{ afterEnd: 'forGood', endsOn: '2026-11-30' }, null],
  [{ afterEnd: 'months', endsOn: '2026-11-30', keptMonths: 3 }, '2027-03-01'],
  [{ afterEnd: 'months', endsOn: '2026-08-31', keptMonths: 6 }, '2027-03-01'],
])('%j earns before %s', (end, day) => {
  expect(earnsUntil(end)).toBe(day)
})

it.each<[ContractEnd, object | null]>([
  [{}, null],
  [{ afterEnd: 'nothing' }, { field: 'endsOn', code: 'required' }],
  [
    { afterEnd: 'nothing', noticeOn: '2026-12-01', endsOn: '2026-11-30' },
    { field: 'endsOn', code: 'before_begin' },
  ],
  [
    { afterEnd: 'months', endsOn: '2026-11-30' },
    { field: 'keptMonths', code: 'required' },
  ],
  [{ afterEnd: 'months', noticeOn: '2026-10-31', endsOn: '2026-11-30', keptMonths: 12 }, null],
])('%j is answered %j', (end, problem) => {
  expect(contractEndIsWhole(end)).toEqual(problem)
})
