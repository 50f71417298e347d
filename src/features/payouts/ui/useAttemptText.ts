import { useTranslate } from 'react-admin'
import type { AttemptCode, CodedMessage } from '#engine/declaration/messageCodes.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

/** An attempt to pay, as entries and payments tell it. */
export interface Attempt {
  readonly at: string
  /** In English. */
  readonly message: string
  /** The same by code; null of what was written before there were codes. */
  readonly remark: CodedMessage<AttemptCode> | null
}

/**
 * Says what was tried to pay, or what came of it, in the reader's language; the gateway's own words inside stay as they
 * came.
 */
export function useAttemptText(): (attempt: Pick<Attempt, 'message' | 'remark'>) => string {
  const translate = useTranslate()
  const language = useLanguage()
  const shown = (name: string, value: string | number) => {
    if (name === 'said' || name === 'state')
      return translate(labelKeys.choice('paymentState', String(value)), { _: String(value) })
    return name === 'amount' || name === 'value' ? formatMoney(value, { language }) : value
  }
  return ({ message, remark }) => {
    if (!remark) return message
    const values = Object.fromEntries(
      Object.entries(remark.values ?? {}).map(([name, value]) => [name, shown(name, value)]),
    )
    const because = remark.because && {
      reason: translate(`moneyPages.reasons.${remark.because.code}`, {
        ...remark.because.values,
        _: String(values['reason']),
      }),
    }
    return translate(`moneyPages.attempts.${remark.code}`, { ...values, ...because, _: message })
  }
}
