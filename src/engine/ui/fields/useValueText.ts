import { useTranslate } from 'react-admin'
import type { Field } from '#engine/declaration/fields/index.ts'
import { formatDay, formatMoment, formatMoney, formatNumber, formatPercent } from './format.ts'
import { useChoiceLabel } from './labels.ts'
import { useLanguage } from './useLanguage.ts'

/** What a field's value is: its kind, and of a computed field what comes out. */
export const shownKind = (field: Field) => (field.kind === 'computed' ? (field.as ?? 'text') : field.kind)

/**
 * Says a value in words, as its field's kind is read.
 * @param field the text itself is said where there is none
 * @param currency what amounts are in, where it is not the usual one
 */
export function useValueText(): (field: Field | undefined, value: unknown, currency?: string) => string {
  const translate = useTranslate()
  const choiceLabel = useChoiceLabel()
  const language = useLanguage()
  return (field, value, currency) => {
    const text = String(value)
    switch (field && shownKind(field)) {
      case 'money':
        return formatMoney(text, { language, currency })
      case 'percent':
        return formatPercent(text, { language })
      case 'integer':
        return formatNumber(text, { language })
      case 'date':
        return formatDay(text)
      // Filters narrow moments by days too.
      case 'moment':
        return text.length > 10 ? formatMoment(text) : formatDay(text)
      case 'boolean':
        return translate(value ? 'ra.boolean.true' : 'ra.boolean.false')
      case 'choice':
      case 'manyOf':
        return [value]
          .flat()
          .map((each) => choiceLabel(field!.choices!.name, String(each)))
          .join(', ')
      default:
        return text
    }
  }
}
