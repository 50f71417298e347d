import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import TableViewIcon from '@mui/icons-material/TableView'
import Button from '@mui/material/Button'
import { useHasFeature } from '#engine/records/ui/ResourcesContext.tsx'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'

const LiveSheetDialog = lazyWithTexts(() => import('./LiveSheetDialog.tsx'))

/** Opens the dialog that makes a report a live sheet. */
export function LiveSheetButton({ report, queryOf }: { report: string; queryOf: () => string }) {
  const translate = useTranslate()
  const [query, setQuery] = useState<string | null>(null)
  if (!useHasFeature('liveSheets')) return null
  return (
    <>
      <Button size="small" startIcon={<TableViewIcon />} onClick={() => setQuery(queryOf())}>
        {translate('downloads.liveSheet')}
      </Button>
      {query !== null && (
        <Suspense fallback={null}>
          <LiveSheetDialog report={report} query={query} onClose={() => setQuery(null)} />
        </Suspense>
      )}
    </>
  )
}
