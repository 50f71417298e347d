import { useState } from 'react'
import { formatMoment } from './format.ts'
import { relativeText } from './relativeText.ts'
import { useLanguage } from './useLanguage.ts'

/** A moment as a text: exactly, and how long ago it was or how soon it will be. */
export function useMomentText(): (at: string | null | undefined) => string {
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  return (at) => (at ? `${formatMoment(at)} UTC (${relativeText(at, { language, now })})` : formatMoment(at))
}
