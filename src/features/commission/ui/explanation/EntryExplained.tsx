import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { Explanation } from './Explanation.tsx'
import type { EntryExplanation } from '../../answers/explanation.ts'

/** Asks how an entry came about, and says it. */
export function EntryExplained({ id }: { id: string | number }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const errorText = useErrorText()
  const { data, error } = useQuery({
    queryKey: ['explanation', String(id)],
    queryFn: ({ signal }) =>
      dataProvider.read<EntryExplanation>(`/api/entry/${encodeURIComponent(String(id))}/explain`, signal),
    retry: false,
  })
  if (error) return <Alert severity="error">{errorText(error)}</Alert>
  return data ? (
    <Explanation explanation={data} />
  ) : (
    <Box sx={{ textAlign: 'center', p: 4 }}>
      <CircularProgress aria-label={translate('resourcePages.reference.loading')} />
    </Box>
  )
}
