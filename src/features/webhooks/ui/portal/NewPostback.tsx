import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { signalNames, signals } from '#resources/signals.ts'
import { isSwitchedOn } from '#engine/declaration/feature.ts'
import type { Signals } from '#engine/declaration/webhook.ts'
import { variableName } from '#rules/webhooks.ts'
import { labelKeys, useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { DialogButton, OwnRecordDialog } from '#features/portal/ui/OwnRecordDialog.tsx'
import { listPath, useAnswer } from '#features/portal/ui/usePortal.ts'

const kinds = ['postbackGet', 'postbackPost'] as const
const forOwners = signalNames.filter((name) => (signals as Signals)[name]!.toOwners)
const start = { name: '', kind: 'postbackGet', address: '', signals: ['cpaQualified'] as readonly string[], action: '' }

/** The button and the question by which an affiliate has a system of its own told. */
export const NewPostback = () => <DialogButton label="portal.postbacks.make" dialog={NewPostbackDialog} />

function NewPostbackDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const own = useAnswer<{ readonly brands: readonly number[] }>(`/api/affiliate/${useActor().affiliate}`)
  const [given, setGiven] = useState(start)
  const { name, kind, address, signals: wanted, action } = given
  return (
    <OwnRecordDialog
      title={title}
      maxWidth="sm"
      path="/api/signalTarget"
      body={{
        name: name.trim(),
        kind,
        address: address.trim(),
        signals: wanted,
        brands: own.data?.brands ?? [],
        ...(action === '' ? {} : { action: Number(action) }),
      }}
      isReady={name.trim() !== '' && address.trim() !== '' && wanted.length > 0 && own.data !== undefined}
      saved="portal.postbacks.made"
      onClose={onClose}
    >
      <PostbackFields given={given} onChange={(change) => setGiven({ ...given, ...change })} />
    </OwnRecordDialog>
  )
}

/** An address that says one variable more, as a parameter of its name. */
const withVariable = (address: string, name: string) =>
  `${address}${address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?'}${name}={${name}}`

/** What the chosen kinds can say: each is added to the address by a press. */
function Variables({ signals: wanted, onPick }: { signals: readonly string[]; onPick: (name: string) => void }) {
  const translate = useTranslate()
  const names = new Set(wanted.flatMap((name) => (signals as Signals)[name]?.says ?? []).map(variableName))
  if (names.size === 0) return null
  return (
    <Box role="group" aria-label={translate('portal.postbacks.variables')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {translate('portal.postbacks.variables')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {[...names].map((name) => (
          <Chip key={name} size="small" variant="outlined" label={`{${name}}`} onClick={() => onPick(name)} />
        ))}
      </Box>
    </Box>
  )
}

interface FieldsProps {
  readonly given: typeof start
  readonly onChange: (change: Partial<typeof start>) => void
}

function PostbackFields({ given, onChange }: FieldsProps) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const reader = useActor()
  const { name, kind, address, signals: wanted } = given
  const offered = forOwners.filter((each) => isSwitchedOn(reader, (signals as Signals)[each]!))
  return (
    <>
      <TextField
        size="small"
        required
        label={fieldLabel('signalTarget', 'name')}
        value={name}
        onChange={({ target }) => onChange({ name: target.value })}
        slotProps={{ htmlInput: { maxLength: 120 } }}
      />
      <TextField
        select
        size="small"
        label={fieldLabel('signalTarget', 'kind')}
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value })}
      >
        {kinds.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(labelKeys.choice('signalKind', each))}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        size="small"
        required
        label={fieldLabel('signalTarget', 'address')}
        helperText={translate('portal.postbacks.addressHelp')}
        value={address}
        onChange={({ target }) => onChange({ address: target.value })}
        slotProps={{ htmlInput: { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } }}
      />
      <Variables signals={wanted} onPick={(name) => onChange({ address: withVariable(address, name) })} />
      <TextField
        select
        size="small"
        label={fieldLabel('signalTarget', 'signals')}
        value={wanted}
        onChange={({ target }) => onChange({ signals: target.value as unknown as readonly string[] })}
        slotProps={{ select: { multiple: true } }}
      >
        {offered.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(labelKeys.choice('signal', each))}
          </MenuItem>
        ))}
      </TextField>
      <LinkChoice given={given} onChange={onChange} />
    </>
  )
}

/** Of one link alone, in place of all that are told of everything. */
function LinkChoice({ given, onChange }: FieldsProps) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const links = useAnswer<readonly { readonly id: number; readonly name: string }[]>(
    listPath('action', { page: 0, size: 200, sort: 'createdAt' }),
  )
  return (
    <TextField
      select
      size="small"
      label={fieldLabel('signalTarget', 'action')}
      value={given.action}
      onChange={({ target }) => onChange({ action: target.value })}
    >
      <MenuItem value="">{translate('portal.postbacks.everyLink')}</MenuItem>
      {(links.data ?? []).map(({ id, name }) => (
        <MenuItem key={id} value={String(id)}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}
