import { LinkBase, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { pages } from '#resources/pages.ts'

/** A hold by a sign of fraud is not released by itself: it leads to where the sign is decided about, for whoever may. */
export function RiskLink() {
  const translate = useTranslate()
  if (!pages.risk.isFor(useActor())) return null
  return (
    <Button size="small" variant="outlined" component={LinkBase} to={pages.risk.path}>
      {translate('paying.toRisk')}
    </Button>
  )
}
