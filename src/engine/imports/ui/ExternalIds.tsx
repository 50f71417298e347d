import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { can } from '#engine/declaration/derive/access.ts'
import { text } from '#engine/declaration/fields/index.ts'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { FieldsDialog } from '#engine/ui/dialogs/FieldsDialog.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'

/** The id that a system has for a record. */
export interface ExternalId {
  readonly source: string
  readonly value: string
}

/** The ids that other systems have for a record: lists and the search find it by them. */
export default function ExternalIds({
  path,
  ids,
  isFirst,
}: {
  path: string
  ids: readonly ExternalId[]
  /** Somebody pressed already to give the first one. */
  isFirst: boolean
}) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const mayChange = can({ actor: useActor(), resource: useConfiguredResource(), operation: 'update' })
  const save = async ({ source, value }: { source?: unknown; value?: unknown }) => {
    await dataProvider.callApi(path, { method: 'PUT', body: JSON.stringify({ source, value }) })
    await queryClient.invalidateQueries({ queryKey: ['externalIds', path] })
  }
  return (
    <Panel title={translate('externalIds.title')} lead={translate('externalIds.lead')}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {ids.map((each) => (
          <Box component="li" key={each.source} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, py: 0.5 }}>
            <Typography variant="body2" sx={{ flexGrow: 1, overflowWrap: 'anywhere', minWidth: 0 }}>
              {each.source}: <b>{each.value}</b>
            </Typography>
            {mayChange && <IdButton label={translate('externalIds.change')} initial={each} onSave={save} />}
          </Box>
        ))}
      </Box>
      {mayChange && <IdButton label={translate('externalIds.add')} startsOpen={isFirst} onSave={save} />}
    </Panel>
  )
}

const source = text({ required: true, max: 60 })
const value = text({ max: 200 })

/** Asks for the id of one system; left empty it is taken away. */
function IdButton({
  label,
  initial,
  startsOpen = false,
  onSave,
}: {
  label: string
  initial?: ExternalId
  startsOpen?: boolean
  onSave: (values: { source?: unknown; value?: unknown }) => Promise<void>
}) {
  const translate = useTranslate()
  const say = (key: string) => translate(`externalIds.${key}`)
  return (
    <DialogButton
      size="small"
      label={label}
      startsOpen={startsOpen}
      aria-label={initial && `${label}: ${initial.source}`}
      dialog={(onClose) => (
        <FieldsDialog
          title={initial ? `${say('title')}: ${initial.source}` : say('add')}
          action={translate('ra.action.save')}
          fields={initial ? { value } : { source, value: { ...value, required: true } }}
          {...(initial ? { initial: { value: initial.value } } : {})}
          words={{
            source: { label: say('source') },
            value: { label: say('value'), ...(initial ? { help: say('empty') } : {}) },
          }}
          onSend={(values) => onSave({ ...initial, ...values })}
          onClose={onClose}
        />
      )}
    />
  )
}
