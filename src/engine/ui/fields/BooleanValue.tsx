import { useTranslate } from 'react-admin'
import CheckIcon from '@mui/icons-material/Check'
import RemoveIcon from '@mui/icons-material/Remove'

/** Yes or no, as a sign with its word. */
export function BooleanValue({ value }: { value: boolean }) {
  const label = useTranslate()(value ? 'ra.boolean.true' : 'ra.boolean.false')
  const Icon = value ? CheckIcon : RemoveIcon
  return (
    <Icon
      fontSize="small"
      color={value ? 'success' : 'disabled'}
      titleAccess={label}
      sx={{ verticalAlign: 'middle' }}
    />
  )
}
