import { useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { HistoryRow } from '#engine/history/ui/historyRow.ts'
import { type DescribedReward, useDealSentence } from './useDealSentence.ts'

/** What two versions of a reward say, one under the other, the older one first. */
export default function ComparedSentences({ older, newer }: { older: HistoryRow; newer: HistoryRow }) {
  const translate = useTranslate()
  const { say } = useDealSentence([older, newer].map(({ values }) => values as DescribedReward))
  const productType = useRecordContext()?.['productType'] as DescribedReward['productType']
  return (
    <Box role="group" aria-label={translate('work.versions.sentences')} sx={{ mb: 2 }}>
      {[older, newer].map(({ id, values }) => (
        <Typography key={id} variant="body2" sx={{ mb: 1 }}>
          <strong>
            {translate('panels.history.version')} {id}:
          </strong>{' '}
          {say({ ...values, productType } as DescribedReward)}
        </Typography>
      ))}
    </Box>
  )
}
