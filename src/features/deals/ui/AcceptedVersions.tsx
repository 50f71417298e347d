import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { AcceptedVersion } from '../answers/acceptances.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatMoment } from '#engine/ui/fields/format.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'

const shownMax = 20

/** Who accepted terms while which version of the rule held for them; nothing where nobody did, or one may not see. */
export default function AcceptedVersions() {
  const translate = useTranslate()
  const { name } = useConfiguredResource()
  const record = useRecordContext()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { data = [] } = useQuery({
    queryKey: ['accepted', name, record?.id, record?.['version']],
    retry: false,
    queryFn: ({ signal }) =>
      dataProvider.read<AcceptedVersion[]>(`/api/${name}/${String(record?.id)}/accepted`, signal),
  })
  if (data.length === 0) return null
  return (
    <Box component="section" aria-label={translate('panels.acceptedVersions.title')} sx={{ mb: 2 }}>
      <Typography variant="subtitle2" component="h3">
        {translate('panels.acceptedVersions.title')}
      </Typography>
      {data.slice(0, shownMax).map(({ acceptedAt, ...row }) => (
        <Typography key={`${row.affiliate} ${row.terms} ${acceptedAt}`} variant="body2">
          {translate('panels.acceptedVersions.line', { ...row, at: formatMoment(acceptedAt) })}
        </Typography>
      ))}
      {data.length > shownMax && (
        <Typography variant="body2">
          {translate('panels.acceptedVersions.more', { count: data.length - shownMax })}
        </Typography>
      )}
    </Box>
  )
}
