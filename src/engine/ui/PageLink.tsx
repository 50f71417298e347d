import { LinkBase, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import { type PageName, pages } from '#resources/pages.ts'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'

/** A button that leads to a declared page, for those who may open it. */
export function PageLink({ name }: { name: PageName }) {
  const translate = useTranslate()
  const actor = useActor()
  if (!pages[name].isFor(actor)) return null
  return (
    <Button component={LinkBase} to={pages[name].path} variant="outlined">
      {translate(`moneyPages.${name}.title`)}
    </Button>
  )
}
