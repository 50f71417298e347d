import { useTranslate } from 'react-admin'
import type { ShownUpload } from '../../answers/uploads.ts'

/** Says why a file as a whole cannot be read, in the reader's language. */
export function useProblemText(): (upload: Pick<ShownUpload, 'problem' | 'problemRemark'>) => string | null {
  const translate = useTranslate()
  return ({ problem, problemRemark }) =>
    problem !== null && problemRemark
      ? translate(`feeds.problems.${problemRemark.code}`, { ...problemRemark.values, _: problem })
      : problem
}
