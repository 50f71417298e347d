import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { writableFields } from '../../../config/derive/access.ts'
import type { AnyRecord } from '../../../config/record.ts'
import { parseTyped, typedForm } from '../../fields/format.ts'
import { useFieldLabel } from '../../fields/labels.ts'
import { useLanguage } from '../../fields/useLanguage.ts'
import { useActor, useResources } from '../../resource/ResourcesContext.tsx'
import { type Hierarchy, type Partner, possibleParents } from './hierarchyTree.ts'
import { MoveDialog, PartnerChoice } from './MoveDialog.tsx'
import { useMove } from './useHierarchy.ts'

interface EditPartnerProps {
  readonly partner: Partner
  readonly hierarchy: Hierarchy
  readonly onClose: () => void
}

/** Moves a partner under another one of the level above, and changes its rates. */
export function EditPartnerDialog({ partner, hierarchy, onClose }: EditPartnerProps) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const actor = useActor()
  const { partner: resource } = useResources()
  const move = useMove()
  const [values, setValues] = useState<AnyRecord>({
    parent: partner.parent,
    percentage: partner.percentage,
    abatement: partner.abatement,
  })
  const written = writableFields({ actor, resource: resource!, operation: 'update' })
  const level = hierarchy.levels.find(({ id }) => id === partner.partnerLevel)?.level ?? 1
  const set = (name: string) => (value: unknown) => setValues((before) => ({ ...before, [name]: value }))
  const save = () => {
    const changed = Object.entries(values).filter(([name, value]) => value !== partner[name as keyof Partner])
    return changed.length === 0
      ? Promise.resolve()
      : move({ resource: 'partner', id: partner.id, version: partner.version, values: Object.fromEntries(changed) })
  }
  const levelName = (each: Partner) => hierarchy.levels.find(({ id }) => id === each.partnerLevel)?.name ?? ''
  return (
    <MoveDialog
      title={translate('panels.hierarchy.editPartner', { name: partner.name })}
      onSave={save}
      onClose={onClose}
    >
      {level > 1 && written.includes('parent') && (
        <PartnerChoice
          label={label('partner', 'parent')}
          help={translate('panels.hierarchy.parentHelp', { level: level - 1 })}
          partners={possibleParents(hierarchy, partner)}
          levelName={levelName}
          value={values['parent'] as number | null}
          isRequired
          onChange={set('parent')}
        />
      )}
      {(['percentage', 'abatement'] as const)
        .filter((name) => written.includes(name))
        .map((name) => (
          <PercentField key={name} label={label('partner', name)} value={values[name]} onChange={set(name)} />
        ))}
    </MoveDialog>
  )
}

function PercentField({
  label,
  value,
  onChange,
}: {
  label: string
  value: unknown
  onChange: (value: unknown) => void
}) {
  const language = useLanguage()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const change = (text: string) => {
    setTyped(text)
    onChange(parseTyped(text, language))
  }
  return (
    <TextField
      id={id}
      label={label}
      value={typed ?? typedForm(value, language)}
      onChange={({ target }) => change(target.value)}
      onBlur={() => setTyped(null)}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: <InputAdornment position="end">%</InputAdornment> },
      }}
    />
  )
}
