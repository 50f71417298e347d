import { useTranslate } from 'react-admin'
import type { ShownRun } from '../answers/jobs.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'

/**
 * Says what came of a run in the reader's language, one remark after the other. Problems of rules stay as they are:
 * they quote formulas and names.
 */
export function useOutcomeText(): (run: Pick<ShownRun, 'outcome' | 'remarks'>) => string {
  const translate = useTranslate()
  const codeText = useCodeText()
  return ({ outcome, remarks }) => {
    if (!remarks) return outcome ?? ''
    return remarks
      .map(({ code, values = {} }) => {
        if (code === 'refused') return codeText(String(values['error']), values)
        const days = Object.fromEntries(
          Object.entries(values)
            .filter(([name]) => name === 'from' || name === 'to')
            .map(([name, day]) => [name, formatDay(String(day))]),
        )
        const reason =
          typeof values['reason'] === 'string'
            ? {
                reason: translate(`moneyPages.payments.statuses.${values['reason']}`, {
                  _: codeText(values['reason']),
                }),
              }
            : {}
        return translate(`moneyPages.jobs.outcomes.${code}`, { ...values, ...days, ...reason, _: outcome ?? '' })
      })
      .join('; ')
  }
}
