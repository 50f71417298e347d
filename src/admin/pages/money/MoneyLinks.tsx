import { LinkBase, useTranslate } from 'ra-core'
import Button from '@mui/material/Button'
import { useActor, useConfiguredResource } from '../../resource/ResourcesContext.tsx'
import { type MoneyPageName, moneyPages } from './moneyPages.ts'

/** Which of the pages about money and activity one looks for beside a list. */
const linksOf: Readonly<Record<string, readonly MoneyPageName[]>> = {
  action: ['geolocation'],
  activityLog: ['jobs'],
  payment: ['payments', 'reconciliation'],
  brand: ['unattributed'],
  entry: ['payments'],
}

/** The ways from a list to the pages that belong to it, for whoever may open them. */
export function MoneyLinks() {
  const translate = useTranslate()
  const actor = useActor()
  const { name: resource } = useConfiguredResource()
  return (
    <>
      {(linksOf[resource] ?? []).filter((name) => moneyPages[name].isFor(actor)).map((name) => (
        <Button key={name} component={LinkBase} to={moneyPages[name].path} variant="outlined">{translate(`moneyPages.${name}.title`)}</Button>
      ))}
    </>
  )
}
