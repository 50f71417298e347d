import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { integer, money, text } from '#engine/declaration/fields/index.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { FieldsDialog } from '#engine/ui/dialogs/FieldsDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import type { UploadReport } from '../../answers/uploads.ts'
import { feedKey } from '../feeds/feedKey.ts'
import { ControlTotals } from '../feeds/ControlTotals.tsx'

type Totals = NonNullable<UploadReport['control']>
type State = (body: object) => Promise<void>

const [count, amount] = [integer({ min: 0 }), money()]
/** What may be stated of a month. */
const stated = {
  clicks: count,
  registrations: count,
  ftd: count,
  deposit_count: count,
  deposits: amount,
  turnover: amount,
  ggr: amount,
  ngr: amount,
}
const month = text({ required: true, max: 20 })

/** What the other system states for each month, by its files or as it is typed here, what is booked now, and the difference. */
export function MonthlyControl({ brand }: { brand: number }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const queryClient = useQueryClient()
  const path = `/api/brand/${brand}/feed/control`
  const queryKey = [...feedKey(brand), 'control']
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.read<Totals>(path, signal),
    retry: false,
    staleTime: 0,
  })
  const state: State = async (body) => {
    const { json } = await dataProvider.callApi<Totals>(path, { method: 'PUT', body: JSON.stringify(body) })
    queryClient.setQueryData(queryKey, json)
  }
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <DialogButton
          size="small"
          variant="outlined"
          label={translate('migration.stated.paste')}
          dialog={(onClose) => <PasteDialog onState={state} onClose={onClose} />}
        />
        <DialogButton
          size="small"
          label={translate('migration.stated.type')}
          dialog={(onClose) => <MonthDialog onState={state} onClose={onClose} />}
        />
      </Box>
      <QueryBoundary query={query} height={80}>
        {(rows) =>
          rows.length === 0 ? (
            <Typography variant="body2" sx={{ mt: 1 }}>
              {translate('migration.noControl')}
            </Typography>
          ) : (
            <ControlTotals rows={rows} />
          )
        }
      </QueryBoundary>
    </>
  )
}

/** Takes a table as it is copied from a spreadsheet. */
function PasteDialog({ onState, onClose }: { onState: State; onClose: () => void }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const { run, isRunning, error } = useAsyncAction()
  const [table, setTable] = useState('')
  const send = async () => {
    if (await run(() => onState({ table }))) onClose()
  }
  return (
    <PromptDialog
      title={translate('migration.stated.paste')}
      text={translate('migration.stated.pasteHelp')}
      maxWidth="sm"
      isRunning={isRunning}
      problem={error ? errorText(error) : undefined}
      action={{ label: translate('ra.action.save'), isDisabled: table.trim() === '', onClick: () => void send() }}
      onClose={onClose}
    >
      <TextField
        multiline
        fullWidth
        minRows={5}
        maxRows={14}
        margin="normal"
        label={translate('migration.stated.table')}
        placeholder={translate('migration.stated.example')}
        value={table}
        onChange={({ target }) => setTable(target.value)}
        slotProps={{ inputLabel: { shrink: true } }}
      />
    </PromptDialog>
  )
}

/** Takes the totals of one month; what is left empty stays as it is. */
function MonthDialog({ onState, onClose }: { onState: State; onClose: () => void }) {
  const translate = useTranslate()
  const words = Object.fromEntries(
    Object.keys(stated).map((measure) => [measure, { label: translate(`measures.${measure}`) }]),
  )
  const label = translate('feeds.control.month')
  return (
    <FieldsDialog
      title={translate('migration.stated.type')}
      text={translate('migration.stated.typeHelp')}
      action={translate('ra.action.save')}
      fields={{ month, ...stated }}
      words={{ month: { label, help: translate('migration.stated.monthHelp') }, ...words }}
      check={(values) =>
        Object.keys(stated).some((measure) => values[measure] !== null && values[measure] !== undefined)
          ? []
          : [{ field: 'registrations', code: 'required' }]
      }
      onSend={({ month: named, ...values }) =>
        onState({
          totals: Object.entries(values).flatMap(([measure, value]) =>
            value === null || value === undefined ? [] : [{ month: named, measure, value: String(value) }],
          ),
        })
      }
      onClose={onClose}
    />
  )
}
