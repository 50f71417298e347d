import { useState } from 'react'
import { formatMoment } from './format.ts'
import { relativeText } from './relativeText.ts'
import { useLanguage } from './useLanguage.ts'
import { useMomentText } from './useMomentText.ts'

interface MomentProps {
  readonly at: string | null | undefined
}

/** A moment exactly, and how long ago it was or how soon it will be: nobody has to reckon, and nothing is hidden. */
export function RelativeMoment({ at }: MomentProps) {
  const text = useMomentText()
  return at ? <time dateTime={at}>{text(at)}</time> : <>{text(at)}</>
}

/** A moment in a column, where rows are compared: exactly, and how long ago it was at hand. */
export function ExactMoment({ at }: MomentProps) {
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  if (!at) return <>{formatMoment(at)}</>
  return (
    <time dateTime={at} title={relativeText(at, { language, now })} style={{ whiteSpace: 'nowrap' }}>
      {formatMoment(at)}
    </time>
  )
}
