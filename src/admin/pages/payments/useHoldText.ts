import { useTranslate } from 'react-admin'
import type { ShownHold } from '../../../config/answers/holds.ts'
import { formatMoment } from '../../fields/format.ts'

/** Says what holds an owner, in one sentence: why, since when and by whom. */
export function useHoldText(): (hold: ShownHold) => string {
  const translate = useTranslate()
  return ({ cause, note, placedAt, placedBy }) =>
    translate(`paying.causes.${cause}`, { note, at: `${formatMoment(placedAt)} UTC`, name: placedBy })
}
