import { describe, expect, it } from 'vitest'
import { cohortLines, toldBy } from '#features/reporting/ui/cohorts/cohortTable.ts'

const cell = (cohort: string | null, since: number | null, ngr: number, registrations = 0, cpa = 0) => ({
  cohort,
  since,
  ngr,
  registrations,
  cpa_reward: cpa,
})
const rows = [
  cell('2030-02', 0, 10.1, 3, 30),
  cell('2030-02', 2, 20.2),
  cell('2030-03', 0, -5, 1),
  cell('2029-12', 3, 7.7),
  cell('2029-11', 5, 1),
  cell(null, null, 0.3),
]
const asked = { rows, from: '2030-02-01', to: '2030-04-15', measure: 'ngr', counted: 'registrations' } as const

describe('the heat map of cohorts', () => {
  const { cohorts, earlier, none } = cohortLines(asked)
  it('shows the newest cohort first, with every month of the period and what was before it in one', () => {
    expect(cohorts.map(({ cohort, players }) => [cohort, players])).toEqual([
      ['2030-03', 1],
      ['2030-02', 3],
    ])
    expect([...cohorts[1]!.months]).toEqual([
      [0, 10.1],
      [1, 0],
      [2, 20.2],
    ])
    expect([earlier, none]).toEqual([8.7, 0.3])
  })
  it('adds up to its cells to the cent, and says when CPA was paid back', () => {
    expect(cohorts.map(({ total, payback }) => [total, payback])).toEqual([
      [-5, null],
      [30.3, 2],
    ])
  })
  it('tells months added up, and those by player', () => {
    expect([...toldBy(cohorts[1]!, 'cumulative').values()]).toEqual([10.1, 10.1, 30.3])
    expect([...toldBy(cohorts[1]!, 'perPlayer').values()]).toEqual([3.37, 3.37, 10.1])
    expect([...toldBy({ ...cohorts[1]!, players: 0 }, 'perPlayer').values()]).toEqual([null, null, null])
  })
})
