import { useState } from 'react'
import { useTranslate } from 'react-admin'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { DialogButton, OwnRecordDialog } from '#features/portal/ui/OwnRecordDialog.tsx'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

interface Campaign {
  readonly id: number
  readonly name: string
}

/** The button and the question by which an affiliate makes a link of its own. */
export const NewLink = () => <DialogButton label="portal.links.make" dialog={NewLinkDialog} />

function NewLinkDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const campaigns = useAnswer<readonly Campaign[]>('/api/campaign?q=')
  const [given, setGiven] = useState({ name: '', campaign: '', domain: '' })
  const put = (change: Partial<typeof given>) => setGiven({ ...given, ...change })
  const domain = given.domain.trim()
  return (
    <OwnRecordDialog
      title={title}
      path="/api/action"
      body={{ name: given.name.trim(), campaign: Number(given.campaign), ...(domain === '' ? {} : { domain }) }}
      isReady={given.name.trim() !== '' && given.campaign !== ''}
      saved="portal.links.made"
      onClose={onClose}
    >
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
    </OwnRecordDialog>
  )
}
