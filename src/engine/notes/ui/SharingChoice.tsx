import { useTranslate } from 'react-admin'
import LockIcon from '@mui/icons-material/LockOutlined'
import PublicIcon from '@mui/icons-material/Public'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

/** Who reads a note: colleagues alone, or whom the record belongs to as well, which is said so that nobody overlooks it. */
export function SharingChoice({
  name,
  isShared,
  onChange,
}: {
  name: string
  isShared: boolean
  onChange: (isShared: boolean) => void
}) {
  const translate = useTranslate()
  return (
    <Box sx={{ mb: 1.5 }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={isShared ? 'shared' : 'internal'}
        aria-label={translate('notes.who')}
        onChange={(_, value: 'internal' | 'shared' | null) => value && onChange(value === 'shared')}
        fullWidth
      >
        <ToggleButton value="internal" sx={{ width: 'auto' }}>
          <LockIcon fontSize="small" sx={{ mr: 0.75 }} />
          {translate('notes.internal')}
        </ToggleButton>
        <ToggleButton value="shared" color="warning" sx={{ flex: 1, minWidth: 0 }}>
          <PublicIcon fontSize="small" sx={{ mr: 0.75 }} />
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {translate('notes.shared', { name })}
          </Box>
        </ToggleButton>
      </ToggleButtonGroup>
      {isShared ? (
        <Alert severity="warning" variant="outlined" sx={{ mt: 1 }}>
          {translate('notes.warning', { name })}
        </Alert>
      ) : null}
    </Box>
  )
}
