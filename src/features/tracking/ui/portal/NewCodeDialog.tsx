import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import type { PortalMedia } from '#features/media/answers/media.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

const codeLengthMax = 20

/** An affiliate asks for a code that players type, for one of its links. */
export function NewCodeDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const links = useAnswer<PortalMedia>('/api/portal/media').data?.links ?? []
  const [given, setGiven] = useState({ code: '', action: '' })
  const link = links.find(({ id }) => String(id) === given.action)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      dataProvider.callApi('/api/promoCode', {
        method: 'POST',
        body: JSON.stringify({ code: given.code.trim(), action: link?.id, brand: link?.brand }),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['portal'] })
      notify('portal.codes.asked', { type: 'success' })
      onClose()
    },
  })
  return (
    <PromptDialog
      title={translate('portal.codes.ask')}
      problem={error && errorText(error)}
      isRunning={isPending}
      onClose={onClose}
      action={{
        label: translate('portal.codes.ask'),
        isDisabled: given.code.trim() === '' || link === undefined,
        onClick: () => mutate(),
      }}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
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
      </Stack>
    </PromptDialog>
  )
}
