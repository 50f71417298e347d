import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { totalsOf } from './payees.ts'
import type { PayRunSelection } from './useChosen.ts'
import { useSumsText } from './useSums.ts'

/** How many are chosen and what they come to, always in sight, with the way to pay them. Nothing while none is. */
export function RunBar({ chosen, onPay }: { chosen: PayRunSelection; onPay: () => void }) {
  const translate = useTranslate()
  const sumsText = useSumsText()
  const { owners } = chosen
  return (
    <Box aria-live="polite" sx={{ position: 'sticky', bottom: 0, zIndex: 2 }}>
      {owners.length > 0 && (
        <Paper
          variant="outlined"
          role="group"
          aria-label={translate('work.payRun.review')}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: 1.5, mt: 1 }}
        >
          <Box sx={{ flexGrow: 1, minWidth: 0 }}>
            <Typography variant="body2" color="textSecondary">
              {translate('work.payRun.chosen', { smart_count: owners.length })}
            </Typography>
            <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {sumsText(totalsOf(owners))}
            </Typography>
          </Box>
          <Button onClick={() => chosen.only([])}>{translate('work.payRun.none')}</Button>
          <Button variant="contained" onClick={onPay}>
            {translate('work.payRun.review')}
          </Button>
        </Paper>
      )}
    </Box>
  )
}
