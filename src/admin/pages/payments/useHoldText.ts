import { useTranslate } from 'react-admin'
import type { ShownHold } from '../../../config/answers/holds.ts'
import { formatMoment } from '../../fields/format.ts'

/** Says what holds an owner, in one sentence: why, since when and by whom. */
export function useHoldText(): (hold: ShownHold) => string {
  const translate = useTranslate()
  const noteOf = ({ cause, note }: ShownHold) =>
    cause === 'other_person'
      ? note
          .split(', ')
          .map((each) => translate(`paying.differs.${each}`))
          .join(', ')
      : note
  return (hold) => {
    const { cause, placedAt, placedBy } = hold
    return translate(`paying.causes.${cause}`, {
      note: noteOf(hold),
      at: `${formatMoment(placedAt)} UTC`,
      name: placedBy,
    })
  }
}
