import { formatFileSize } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'

/** How large a file is, in the unit people know. */
export function FileSize({ bytes }: { bytes: number }) {
  const language = useLanguage()
  return <>{formatFileSize(bytes, { language })}</>
}
