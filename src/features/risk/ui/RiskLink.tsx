import { LinkBase, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { moneyPages } from '#features/home/ui/moneyPages.ts'

/** A hold by a sign of fraud is not released by itself: it leads to where the sign is decided about, for whoever may. */
export function RiskLink() {
  const translate = useTranslate()
  if (!moneyPages.risk.isFor(useActor())) return null
  return (
    <Button size="small" variant="outlined" component={LinkBase} to={moneyPages.risk.path}>
      {translate('paying.toRisk')}
    </Button>
  )
}
