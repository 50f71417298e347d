import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { CopyButton } from '#engine/ui/fields/TokenValue.tsx'

/** A key in full, this once. */
export function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const translate = useTranslate()
  return (
    <Alert
      severity="success"
      onClose={onClose}
      closeText={translate('resourcePages.actions.close')}
      sx={{ mb: 1.5, '& .MuiAlert-message': { minWidth: 0 } }}
    >
      {translate('moneyPages.keys.once')}
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, mt: 0.5 }}>
        <Box component="code" sx={{ overflowWrap: 'anywhere', userSelect: 'all' }}>
          {value}
        </Box>
        <CopyButton text={value} label={translate('moneyPages.keys.copy')} notice="moneyPages.keys.copied" />
      </Box>
    </Alert>
  )
}
