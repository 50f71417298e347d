import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { writableFields } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { NumberField } from '#engine/ui/fields/inputs/NumberField.tsx'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
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
          <NumberField key={name} label={label('partner', name)} value={values[name]} sign="%" onChange={set(name)} />
        ))}
    </MoveDialog>
  )
}
