import { useTranslate } from 'react-admin'
import type { ShownHold } from '../../answers/holds.ts'
import { useMomentText } from '#engine/ui/fields/useMomentText.ts'

/** Says what holds an owner, in one sentence: why, since when and by whom. */
export function useHoldText(): (hold: ShownHold) => string {
  const translate = useTranslate()
  const moment = useMomentText()
  const noteOf = ({ cause, note }: ShownHold) =>
    cause === 'other_person'
      ? note
          .split(', ')
          .map((each) => translate(`paying.differs.${each}`))
          .join(', ')
      : note
  return (hold) => {
    const { cause, placedAt, placedBy } = hold
    return translate(`paying.causes.${cause}`, { note: noteOf(hold), at: moment(placedAt), name: placedBy })
  }
}
