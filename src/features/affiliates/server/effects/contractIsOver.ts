import type { ContractEnd } from '#rules/contractEnd.ts'
import type { Check } from '#engine/records/server/write/effect.ts'

const words: readonly string[] = ['afterEnd', 'endsOn', 'keptMonths']

/**
 * A last day is today or still to come, and one that is over stays: what was earned by it was closed, and who sent whom
 * was decided by it.
 */
export const contractIsOver: Check = ({ before, after, changed, today }) => {
  if (!changed.some((name) => words.includes(name))) return Promise.resolve([])
  const [was, is] = [before as ContractEnd | null, after as ContractEnd | null]
  if (was?.afterEnd && was.endsOn && was.endsOn < today)
    return Promise.resolve([{ field: 'endsOn', code: 'contract_is_over' }])
  return Promise.resolve(is?.afterEnd && is.endsOn && is.endsOn < today ? [{ field: 'endsOn', code: 'in_past' }] : [])
}
