import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import { lazyWithTexts } from '#engine/ui/shell/i18nProvider.ts'
import Button from '@mui/material/Button'
import { can } from '#engine/declaration/derive/access.ts'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'

const UsualDealDialog = lazyWithTexts(() => import('./UsualDealDialog.tsx'))

/** Beside the list of profiles: the usual deals in a few questions, for users who may create rewards and profiles. */
export function UsualDeal() {
  const translate = useTranslate()
  const actor = useActor()
  const resources = useResources()
  const [isOpen, setIsOpen] = useState(false)
  const made = [resources['reward'], resources['rewardProfile']]
  if (!made.every((resource) => resource && can({ actor, resource, operation: 'create' }))) return null
  return (
    <>
      <Button variant="outlined" onClick={() => setIsOpen(true)}>
        {translate('panels.usualDeal')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UsualDealDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
