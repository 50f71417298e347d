import { useLocaleState, useNotify, useTranslate } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useErrorText } from './useErrorText.ts'

/** Writes that can fail, as the specification's catalogue of errors names them. */
type FailedWrite = 'create' | 'update' | 'exclude'

/** What could not be written, and why. */
interface Failed {
  readonly write: FailedWrite
  readonly resource: AnyResource
  readonly record?: AnyRecord | undefined
  readonly error: unknown
  /** Said in place of the error's own words, where more is known. */
  readonly reason?: string | undefined
}

/** The name of a record among others of its kind: `Affiliate Ana Lima`, its number where it has no name of its own. */
export function useNameInFull(): (resource: AnyResource, record: AnyRecord) => string {
  const resourceName = useResourceName()
  return (resource, record) => {
    const title = resource.titled.length === 1 ? record[resource.title] : undefined
    return `${resourceName(resource.name, 1)} ${typeof title === 'string' && title !== '' ? title : `#${String(record['id'])}`}`
  }
}

/**
 * Says that a record could not be written, and the reason after it (specification, section 8): "Error to create
 * affiliate: …".
 */
export function useNotifyFailedWrite(): (failed: Failed) => void {
  const notify = useNotify()
  const text = useFailedWriteText()
  return (failed) => notify(text(failed), { type: 'error' })
}

/** The same as a text, where a dialog says it. */
export function useFailedWriteText(): (failed: Failed) => string {
  const translate = useTranslate()
  const nameInFull = useNameInFull()
  const resourceName = useResourceName()
  const errorText = useErrorText()
  const [language] = useLocaleState()
  return ({ write, resource, record, error, reason }) => {
    const named = record ? nameInFull(resource, record) : resourceName(resource.name, 1)
    // In the middle of a sentence a kind of record is written small; what is written large throughout (CPA) stays so.
    const inSentence = /^\p{Lu}\p{Lu}/u.test(named)
      ? named
      : named.charAt(0).toLocaleLowerCase(language) + named.slice(1)
    return translate(`resourcePages.failed.${write}`, { record: inSentence, reason: reason ?? errorText(error) })
  }
}

/**
 * Says that money could not be moved, and the reason after it; the specification's own sentence alone where the reason
 * is just that.
 */
export function usePaymentErrorText(): (error: unknown) => string {
  const translate = useTranslate()
  const errorText = useErrorText()
  return (error) => {
    const reason = errorText(error)
    return reason === translate('errors.payment_failed')
      ? reason
      : translate('resourcePages.failed.payment', { reason })
  }
}
