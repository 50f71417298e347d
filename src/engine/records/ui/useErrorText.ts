import { useNotify, useTranslate } from 'react-admin'
import { errorAnswer } from './dataProvider.ts'
import { formatDay } from '#engine/ui/fields/format.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import type { MessageValues } from '#engine/declaration/problems.ts'

/**
 * Says an error code in the reader's language; a resource it names is called by its label, a day is written as pages
 * write days.
 */
export function useCodeText(): (code: string, values?: MessageValues) => string {
  const translate = useTranslate()
  const resourceName = useResourceName()
  return (code, values = {}) => {
    const named = typeof values['resource'] === 'string' ? { resource: resourceName(values['resource'], 2) } : {}
    const dated = typeof values['today'] === 'string' ? { today: formatDay(values['today']) } : {}
    return translate(`errors.${code}`, { ...values, ...named, ...dated, _: translate('errors.internal_error') })
  }
}

/** Says what went wrong in the reader's language: the API's code with its values, or that nothing answered. */
export function useErrorText(): (error: unknown) => string {
  const translate = useTranslate()
  const codeText = useCodeText()
  return (error) => {
    const { code, values } = errorAnswer(error)
    return code ? codeText(code, values) : translate('resourcePages.networkError')
  }
}

/** Shows an error as a notice. */
export function useNotifyError(): (error: unknown) => void {
  const notify = useNotify()
  const text = useErrorText()
  return (error) => notify(text(error), { type: 'error' })
}
