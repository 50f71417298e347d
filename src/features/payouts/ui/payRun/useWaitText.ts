import { useTranslate } from 'react-admin'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { Waiting } from '../../answers/payRun.ts'

/** Says why a payment waits for a second person, and who that may be. */
export function useWaitText(): (waits: Waiting, currency: string) => string {
  const translate = useTranslate()
  const language = useLanguage()
  return ({ code, limit, before, approvers }, currency) => {
    const why = translate(`work.payRun.waits.${code}`, {
      limit: formatMoney(limit, { language, currency }),
      before: formatMoney(before, { language, currency }),
    })
    const who = approvers.length === 0 ? 'nobody' : 'who'
    const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(approvers)
    return `${why} ${translate(`work.payRun.waits.${who}`, { names })}`
  }
}
