import { useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import type { Hierarchy, Partner } from './hierarchyTree.ts'
import { MoveDialog, PartnerChoice } from './MoveDialog.tsx'
import { useMove } from './useHierarchy.ts'

interface MoveAffiliateProps {
  readonly affiliate: { readonly id: number; readonly name: string }
  /** On whom it hangs now. */
  readonly from: number | null
  readonly hierarchy: Hierarchy
  readonly onClose: () => void
}

/** Hangs an affiliate on another partner, or on nobody. */
export function MoveAffiliateDialog({ affiliate, from, hierarchy, onClose }: MoveAffiliateProps) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const move = useMove()
  const [partner, setPartner] = useState(from)
  const save = async () => {
    if (partner === from) return
    const { data } = await dataProvider.getOne('affiliate', { id: affiliate.id })
    await move({ resource: 'affiliate', id: affiliate.id, version: Number(data['version']), values: { partner } })
  }
  const levelName = (each: Partner) => hierarchy.levels.find(({ id }) => id === each.partnerLevel)?.name ?? ''
  return (
    <MoveDialog
      title={translate('panels.hierarchy.moveAffiliate', { name: affiliate.name })}
      onSave={save}
      onClose={onClose}
    >
      <PartnerChoice
        label={label('affiliate', 'partner')}
        help={translate('panels.hierarchy.newPartnerHelp')}
        partners={hierarchy.partners}
        levelName={levelName}
        value={partner}
        onChange={setPartner}
      />
    </MoveDialog>
  )
}
