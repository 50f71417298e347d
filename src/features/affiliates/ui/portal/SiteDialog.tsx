import { useState } from 'react'
import { useTranslate } from 'react-admin'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { language as languages, siteKind } from '#resources/choices.ts'
import { labelKeys, useFieldLabel } from '#engine/ui/fields/labels.ts'
import { OwnRecordDialog } from '#features/portal/ui/OwnRecordDialog.tsx'

/** A site as its affiliate reads it. */
export interface OwnSite {
  readonly id: number
  readonly version: number
  readonly address: string
  readonly kind: string
  readonly language: string | null
  readonly usage: string
  readonly state: 'waiting' | 'approved' | 'refused'
  readonly reason: string | null
}

const choices = { kind: siteKind, language: languages } as const
const limits = { address: 500, usage: 1000 } as const

/** An affiliate declares a site, or changes what it declared; either way it waits to be decided about. */
export function SiteDialog({ site, onClose }: { site?: OwnSite; onClose: () => void }) {
  const translate = useTranslate()
  const fieldLabel = useFieldLabel()
  const { address = '', kind = 'website', language = null, usage = '' } = site ?? {}
  const [given, setGiven] = useState({ address, kind, language: language ?? '', usage })
  const put = (change: Partial<typeof given>) => setGiven({ ...given, ...change })
  const said = { ...given, address: given.address.trim(), usage: given.usage.trim(), language: given.language || null }
  return (
    <OwnRecordDialog
      title={translate(site ? 'portal.sites.change' : 'portal.sites.add')}
      text={site?.state === 'approved' ? translate('portal.sites.waitsAgain') : undefined}
      path={`/api/affiliateSite${site ? `/${site.id}` : ''}`}
      method={site ? 'PUT' : 'POST'}
      body={{ ...said, ...(site ? { version: site.version } : {}) }}
      isReady={said.address !== '' && said.usage !== ''}
      saved="portal.sites.saved"
      onClose={onClose}
    >
      {(['address', 'usage'] as const).map((name) => (
        <TextField
          key={name}
          size="small"
          required
          multiline={name === 'usage'}
          label={fieldLabel('affiliateSite', name)}
          value={given[name]}
          onChange={({ target }) => put({ [name]: target.value })}
          slotProps={{
            htmlInput: { maxLength: limits[name], autoCapitalize: name === 'address' ? 'none' : undefined },
          }}
        />
      ))}
      {(['kind', 'language'] as const).map((name) => (
        <TextField
          key={name}
          select
          size="small"
          required={name === 'kind'}
          label={fieldLabel('affiliateSite', name)}
          value={given[name]}
          onChange={({ target }) => put({ [name]: target.value })}
        >
          {name === 'language' && <MenuItem value="">–</MenuItem>}
          {choices[name].values.map((value) => (
            <MenuItem key={value} value={value}>
              {translate(labelKeys.choice(choices[name].name, value))}
            </MenuItem>
          ))}
        </TextField>
      ))}
    </OwnRecordDialog>
  )
}
