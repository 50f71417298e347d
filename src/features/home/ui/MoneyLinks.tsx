import { LinkBase, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { NewAdjustment } from '#features/payouts/ui/adjustments/NewAdjustment.tsx'
import { type MoneyPageName, moneyPages } from './moneyPages.ts'

/** Which of the pages about money and activity one looks for beside a list. */
const linksOf: Readonly<Record<string, readonly MoneyPageName[]>> = {
  action: ['geolocation'],
  activityLog: ['jobs'],
  brand: ['feeds', 'unattributed', 'trace'],
  entry: ['payments', 'trace'],
  payment: ['payments', 'reconciliation', 'ledger'],
  period: ['ledger'],
}

/** The ways from a list to the pages that belong to it. */
export function MoneyLinks() {
  const { name: resource } = useConfiguredResource()
  return (
    <>
      {(linksOf[resource] ?? []).map((name) => (
        <MoneyLink key={name} name={name} />
      ))}
      {resource === 'entry' && <NewAdjustment />}
    </>
  )
}

/** The way to one of these pages, for whoever may open it. */
export function MoneyLink({ name }: { name: MoneyPageName }) {
  const translate = useTranslate()
  const actor = useActor()
  if (!moneyPages[name].isFor(actor)) return null
  return (
    <Button component={LinkBase} to={moneyPages[name].path} variant="outlined">
      {translate(`moneyPages.${name}.title`)}
    </Button>
  )
}
