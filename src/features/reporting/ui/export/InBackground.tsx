import { useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { Report } from '#engine/declaration/report.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useAddressQuery } from '#engine/ui/router/useAddressQuery.ts'
import { downloadsPath } from '#engine/ui/router/pagePaths.ts'
import { useDownloadCalls } from '../downloads/useDownloads.ts'
import type { ReportQuery } from '../reportQuery.ts'

type Format = 'xlsx' | 'csv'

/** Has the file made by the server, so that nobody waits for it: what the page shows, by filters, order and columns. */
export function InBackground({ report, query }: { report: Report; query: ReportQuery }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const language = useLanguage()
  const [search] = useAddressQuery()
  const { order } = useDownloadCalls()
  const [{ asking, isAsked, error }, setState] = useState<{ asking: Format | null; isAsked: boolean; error: unknown }>({
    asking: null,
    isAsked: false,
    error: null,
  })
  const ask = async (format: Format) => {
    setState({ asking: format, isAsked: false, error: null })
    const asked = new URLSearchParams(search)
    asked.set('from', query.period.from)
    asked.set('to', query.period.to)
    try {
      await order({ report: report.name, query: asked.toString(), format, language })
      setState({ asking: null, isAsked: true, error: null })
    } catch (failure) {
      setState({ asking: null, isAsked: false, error: failure })
    }
  }
  return (
    <Box sx={{ mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Typography variant="body2" color="textSecondary">
        {translate('downloads.background')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <Button
            key={format}
            size="small"
            variant="outlined"
            loading={asking === format}
            disabled={asking !== null}
            onClick={() => void ask(format)}
          >
            {translate('downloads.inBackground', { format: format.toUpperCase() })}
          </Button>
        ))}
      </Box>
      {error !== null && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {errorText(error)}
        </Alert>
      )}
      {isAsked && (
        <Alert severity="success" sx={{ mt: 1 }}>
          {translate('downloads.asked')}{' '}
          <Link component={LinkBase} to={downloadsPath} color="inherit">
            {translate('downloads.openDownloads')}
          </Link>
        </Alert>
      )}
    </Box>
  )
}
