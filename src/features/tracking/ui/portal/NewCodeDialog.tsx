import { useState } from 'react'
import { useTranslate } from 'react-admin'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import type { PortalMedia } from '#features/media/answers/media.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { OwnRecordDialog } from '#features/portal/ui/OwnRecordDialog.tsx'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

const codeLengthMax = 20

/** An affiliate asks for a code that players type, for one of its links. */
export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const links = useAnswer<PortalMedia>('/api/portal/media').data?.links ?? []
  const [given, setGiven] = useState({ code: '', action: '' })
  const link = links.find(({ id }) => String(id) === given.action)
  return (
    <OwnRecordDialog
      title={translate('portal.codes.ask')}
      path="/api/promoCode"
      body={{ code: given.code.trim(), action: link?.id, brand: link?.brand }}
      isReady={given.code.trim() !== '' && link !== undefined}
      saved="portal.codes.asked"
      onClose={onClose}
    >
      <TextField
        size="small"
        required
        label={fieldLabel('promoCode', 'code')}
        helperText={translate('portal.codes.help')}
        value={given.code}
        onChange={({ target }) => setGiven({ ...given, code: target.value.toUpperCase() })}
        slotProps={{ htmlInput: { maxLength: codeLengthMax, autoCapitalize: 'characters', autoComplete: 'off' } }}
      />
      <TextField
        select
        size="small"
        required
        label={fieldLabel('promoCode', 'action')}
        value={given.action}
        onChange={({ target }) => setGiven({ ...given, action: target.value })}
      >
        {links.map(({ id, name }) => (
          <MenuItem key={id} value={String(id)}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </OwnRecordDialog>
  )
}
