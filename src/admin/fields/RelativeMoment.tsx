import { useState } from 'react'
import { formatMoment } from './format.ts'
import { relativeText } from './relativeText.ts'
import { useLanguage } from './useLanguage.ts'

/** A moment exactly, and how long ago it was or how soon it will be: nobody has to reckon, and nothing is hidden. */
export function RelativeMoment({ at }: { at: string | null | undefined }) {
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  if (!at) return <>{formatMoment(at)}</>
  return (
    <time dateTime={at}>
      {formatMoment(at)} UTC ({relativeText(at, { language, now })})
    </time>
  )
}
