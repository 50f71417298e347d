import { useMomentText } from './useMomentText.ts'

/** A moment exactly, and how long ago it was or how soon it will be: nobody has to reckon, and nothing is hidden. */
export function RelativeMoment({ at }: { at: string | null | undefined }) {
  const text = useMomentText()
  return at ? <time dateTime={at}>{text(at)}</time> : <>{text(at)}</>
}
