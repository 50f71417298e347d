import { useTranslate } from 'react-admin'
import LinearProgress from '@mui/material/LinearProgress'
import { formatNumber } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { ExportProgress } from './listExport.ts'

const bytesAMegabyte = 1_000_000

/** How far an export is. */
export function ProgressLine({ progress: { rows, bytes, total } }: { progress: ExportProgress }) {
  const translate = useTranslate()
  const language = useLanguage()
  const number = (value: number, decimals = 0) => formatNumber(value, { language, decimals })
  const isWriting = rows !== null && total > 0 && rows >= total
  const counted =
    rows === null
      ? translate('resourcePages.export.received', { size: number(bytes / bytesAMegabyte, 1) })
      : translate('resourcePages.export.progress', { done: number(rows), total: number(total) })
  const text = isWriting ? translate('resourcePages.export.writing') : counted
  return (
    <div role="status">
      <LinearProgress
        variant={isWriting || rows === null || total === 0 ? 'indeterminate' : 'determinate'}
        value={rows === null || total === 0 ? 0 : (rows / total) * 100}
        aria-label={text}
        sx={{ my: 1 }}
      />
      {text}
    </div>
  )
}
