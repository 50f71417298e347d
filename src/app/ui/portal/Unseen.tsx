import { useEffect } from 'react'
import { useTranslate } from 'react-admin'
import Badge from '@mui/material/Badge'
import type { QuestionsAnswer } from '#engine/notes/answers/notes.ts'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

/** How many answers were not read yet: asked again with each page that is opened. */
export function Unseen({ pathname }: { pathname: string }) {
  const translate = useTranslate()
  const { data, refetch } = useAnswer<QuestionsAnswer>('/api/portal/questions')
  useEffect(() => void refetch(), [pathname, refetch])
  const count = data?.unseen ?? 0
  if (count === 0) return null
  const title = translate('portal.questions.unseen', { smart_count: count })
  return (
    <Badge color="error" badgeContent={count} max={99} sx={{ ml: 2 }} role="img" aria-label={title} title={title} />
  )
}
