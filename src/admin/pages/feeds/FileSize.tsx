import { formatNumber } from '../../fields/format.ts'
import { useLanguage } from '../../fields/useLanguage.ts'

const units = ['B', 'kB', 'MB'] as const

/** How large a file is, in the unit people know. */
export function FileSize({ bytes }: { bytes: number }) {
  const language = useLanguage()
  const step = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : 2
  return <>{formatNumber(bytes / 1024 ** step, { language, decimals: step })} {units[step]}</>
}
