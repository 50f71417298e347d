import { type MouseEvent, useState } from 'react'
import { LinkBase, useDataProvider, useNotify, useRecordContext, useTranslate } from 'react-admin'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { isListTab, type ListTab } from '#engine/declaration/recordPage.ts'
import { useCopy } from '#engine/ui/fields/TokenValue.tsx'
import { useFieldLabel, useResourceName } from '#engine/ui/fields/labels.ts'
import { copyOf } from '../form/formValues.ts'
import { useActor, useConfiguredResource, useResources } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'
import type { NamedTab } from './tabs.ts'
import { useTabs } from './useTabs.ts'

/** How many are offered to be copied; the tab has all. */
const offeredMax = 8

/**
 * What can be done with a record from its head: to copy what its lists are made for, such as a tracking address, or
 * the record itself.
 */
export default function HeadActions() {
  const copied = useTabs().parts.filter(({ tab }) => isListTab(tab) && tab.copies !== undefined)
  return (
    <>
      {copied.map((each) => (
        <CopyFrom key={each.name} named={each} tab={each.tab as ListTab} />
      ))}
      <CopyRecord />
    </>
  )
}

/** The form for a new one, begun with what this one says; nothing is saved by it. */
function CopyRecord() {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const name = useResourceName()(resource.name, 1)
  const record = useRecordContext()
  if (!record || !resource.page?.copied || !can({ actor, resource, operation: 'create' })) return null
  const title = translate('work.record.copyName', { name: String(record[resource.title]) })
  const begun = copyOf({ resource, actor, record, title })
  return (
    <Button
      variant="outlined"
      startIcon={<ContentCopyIcon />}
      component={LinkBase}
      to={`/${resource.name}/create?source=${encodeURIComponent(JSON.stringify(begun))}`}
    >
      {translate('work.record.copyOf', { what: lowered(name) })}
    </Button>
  )
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
  const { pathOf } = useTabs()
  const dataProvider = useDataProvider()
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
  const path = pathOf(named)
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
