import { useTranslate } from 'react-admin'
import type { AdjustmentCause } from '../../answers/periods.ts'

/** Names causes, several of them as one. */
export function useCauseText(): (causes: readonly AdjustmentCause[]) => string {
  const translate = useTranslate()
  const text = (cause: AdjustmentCause) => translate(`panels.period.causes.${cause}`)
  return ([first, ...others]) =>
    others.reduce(
      (cause, other) => translate('panels.period.causeAnd', { cause, other: text(other) }),
      first === undefined ? '' : text(first),
    )
}
