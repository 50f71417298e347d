import { LinkBase, useRecordContext, useTranslate } from 'react-admin'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { slots } from '#engine/ui/slots.ts'
import { tabsHeightPx } from './headRoom.ts'
import { tabPath } from './tabs.ts'
import { useIsBelowHeadShown } from './useHead.ts'
import { useTabs } from './useTabs.ts'

/** The head of a record's page and its tabs, each at an address of its own. */
export default function PageTop() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const { tabs, open } = useTabs()
  const isShown = useIsBelowHeadShown()
  const { headFigures: HeadFigures } = slots()
  if (!record) return null
  return (
    <>
      {HeadFigures && <HeadFigures />}
      <Tabs
        value={open?.name ?? false}
        variant="scrollable"
        scrollButtons={false}
        aria-label={translate('work.record.tabs')}
        sx={{
          minHeight: tabsHeightPx,
          mb: 2,
          borderBottom: 1,
          borderColor: 'divider',
          visibility: isShown ? 'visible' : 'hidden',
        }}
      >
        {tabs.map((each) => (
          <Tab
            key={each.name}
            value={each.name}
            id={`tab-${each.name}`}
            component={LinkBase}
            to={tabPath(each, { resource: resource.name, id: record.id })}
            label={translate(each.name === 'notes' ? 'work.notes.title' : labelKeys.tab(resource.name, each.name))}
            sx={{ minHeight: tabsHeightPx, minWidth: 0, px: { xs: 1, md: 1.75 }, textTransform: 'none' }}
          />
        ))}
      </Tabs>
    </>
  )
}
