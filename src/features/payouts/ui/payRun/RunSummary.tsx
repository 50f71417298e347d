import { useTranslate } from 'react-admin'
import type { PayeesResponse } from '../../answers/payees.ts'
import type { PayeeStatus } from '#rules/payouts/payoutStatus.ts'
import { useSumsText } from './useSums.ts'

/** What stands in the way, in the order in which people mend it, and the words for it. */
const others = [
  ['key_missing', 'key_missing'],
  ['incomplete', 'incomplete'],
  ['invoice_missing', 'invoice_missing'],
  ['awaiting_approval', 'approval'],
  ['failed', 'failed'],
  ['held', 'held'],
  ['manual', 'manual'],
] as const satisfies readonly (readonly [PayeeStatus, string])[]

/** Where the payments stand in one line: how many are ready for how much, and what keeps the others. */
export function RunSummary({ counts }: { counts: PayeesResponse['counts'] }) {
  const translate = useTranslate()
  const sumsText = useSumsText()
  const { count: ready = 0, totals = [] } = counts.payable ?? {}
  return (
    <>
      {[
        translate('work.payRun.ready', { smart_count: ready, value: sumsText(totals) }),
        ...others.flatMap(([status, word]) => {
          const count = counts[status]?.count ?? 0
          return count === 0 ? [] : [translate(`work.payRun.${word}`, { smart_count: count })]
        }),
      ].join(' · ')}
    </>
  )
}
