import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

interface Campaign {
  readonly id: number
  readonly name: string
}

/** The button and the question by which an affiliate makes a link of its own. */
export function NewLink() {
  const translate = useTranslate()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="contained" onClick={() => setIsOpen(true)}>
        {translate('portal.links.make')}
      </Button>
      {isOpen && <NewLinkDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function NewLinkDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const notify = useNotify()
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const campaigns = useAnswer<readonly Campaign[]>('/api/campaign?q=')
  const [given, setGiven] = useState({ name: '', campaign: '', domain: '' })
  const put = (change: Partial<typeof given>) => setGiven({ ...given, ...change })
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      dataProvider.callApi('/api/action', {
        method: 'POST',
        body: JSON.stringify({
          name: given.name.trim(),
          campaign: Number(given.campaign),
          ...(given.domain.trim() === '' ? {} : { domain: given.domain.trim() }),
        }),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ['portal'] })
      notify('portal.links.made', { type: 'success' })
      onClose()
    },
  })
  return (
    <PromptDialog
      title={translate('portal.links.make')}
      problem={error && errorText(error)}
      isRunning={isPending}
      onClose={onClose}
      action={{
        label: translate('portal.links.make'),
        isDisabled: given.name.trim() === '' || given.campaign === '',
        onClick: () => mutate(),
      }}
    >
      <Stack spacing={2} sx={{ pt: 1 }}>
        <TextField
          size="small"
          required
          label={fieldLabel('action', 'name')}
          value={given.name}
          onChange={({ target }) => put({ name: target.value })}
        />
        <TextField
          select
          size="small"
          required
          label={fieldLabel('action', 'campaign')}
          value={given.campaign}
          onChange={({ target }) => put({ campaign: target.value })}
        >
          {(campaigns.data ?? []).map(({ id, name }) => (
            <MenuItem key={id} value={String(id)}>
              {name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          label={fieldLabel('action', 'domain')}
          helperText={translate('portal.links.domainHelp')}
          value={given.domain}
          onChange={({ target }) => put({ domain: target.value })}
        />
      </Stack>
    </PromptDialog>
  )
}
