import { type MouseEvent, useState } from 'react'
import { LinkBase, useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { AnyRecord } from '../../../config/record.ts'
import { isListTab, type ListTab } from '../../../config/recordPage.ts'
import { useCopy } from '../../fields/TokenValue.tsx'
import { useFieldLabel } from '../../fields/labels.ts'
import { useConfiguredResource, useResources } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'
import { type NamedTab, tabPath } from './tabs.ts'
import { useTabs } from './useTabs.ts'

/** How many are offered to be copied; the tab has all. */
const offeredMax = 8

/** What can be done with a record from its head: to copy what its lists are made for, such as a tracking address. */
export default function HeadActions() {
  const copied = useTabs().tabs.filter(({ tab }) => isListTab(tab) && tab.copies !== undefined)
  return copied.map((each) => <CopyFrom key={each.name} named={each} tab={each.tab as ListTab} />)
}

/** Inside a sentence. */
const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

type Found = { readonly anchor: HTMLElement; readonly records: readonly AnyRecord[]; readonly isWhole: boolean }

function CopyFrom({ named, tab }: { named: NamedTab; tab: ListTab }) {
  const translate = useTranslate()
  const label = useFieldLabel()
  const notify = useNotify()
  const errorText = useErrorText()
  const copy = useCopy()
  const dataProvider = useDataProvider()
  const resource = useConfiguredResource()
  const listed = useResources()[tab.list]!
  const record = useRecordContext()
  const [found, setFound] = useState<Found | null>(null)
  const valueOf = (each: AnyRecord) => String(each[tab.copies!] ?? '')
  const ask = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    try {
      const { data, total } = await dataProvider.getList(tab.list, {
        filter: { [tab.by]: [record?.id] },
        sort: { field: 'id', order: 'DESC' },
        pagination: { page: 1, perPage: offeredMax },
      })
      if (data.length === 1) await copy(valueOf(data[0]!), 'work.record.copied')
      else setFound({ anchor: currentTarget, records: data, isWhole: (total ?? 0) <= data.length })
    } catch (error) {
      notify(errorText(error), { type: 'error' })
    }
  }
  const close = () => setFound(null)
  const path = record ? tabPath({ ...named, resource: resource.name, id: record.id }) : ''
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<ContentCopyIcon />}
        aria-haspopup="menu"
        aria-expanded={found !== null}
        onClick={(event) => void ask(event)}
      >
        {translate('work.record.copy', { what: lowered(label(tab.list, tab.copies!)) })}
      </Button>
      <Menu open={found !== null} anchorEl={found?.anchor ?? null} onClose={close}>
        {found?.records.map((each) => (
          <MenuItem
            key={String(each['id'])}
            onClick={() => {
              close()
              void copy(valueOf(each), 'work.record.copied')
            }}
          >
            <ListItemText
              primary={String(each[listed.title] ?? '')}
              secondary={valueOf(each)}
              slotProps={{ secondary: { sx: { overflowWrap: 'anywhere', whiteSpace: 'normal', maxWidth: 420 } } }}
            />
          </MenuItem>
        ))}
        {found && (found.records.length === 0 || !found.isWhole) ? (
          <MenuItem component={LinkBase} to={path} onClick={close}>
            {translate(found.records.length === 0 ? 'work.record.noneToCopy' : 'work.record.more')}
          </MenuItem>
        ) : null}
      </Menu>
    </>
  )
}
