import { type FormEvent, useId, useState } from 'react'
import { useNotify, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { TaxMessages } from '#locales/en/taxes.ts'
import type { ListedTaxTable } from '../../answers/taxes.ts'
import { isDay } from '#engine/values/calendar.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { NumberField } from '#engine/ui/fields/inputs/NumberField.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { usePaymentErrorText } from '#engine/records/ui/useRecordMessages.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import { BracketRows } from './BracketRows.tsx'
import { type Draft, tableOf } from './draft.ts'
import { KindFields } from './KindFields.tsx'
import { firstDayFor, isSameKind, taxes, taxNames, tryTables } from './taxTables.ts'
import { useKindName } from './useKindName.ts'
import { interpolate } from './useTaxTexts.ts'

interface TableDialogProps {
  readonly company: number
  readonly tables: readonly ListedTaxTable[]
  readonly texts: TaxMessages
  readonly initial: Draft
  readonly onClose: () => void
  readonly onLoaded: () => void
}

const sourceMax = 200
const triedAmount = 1000

/** Loads a table that holds from a day on; what it would change is tried on an amount before. */
export function TableDialog({ company, tables, texts, initial, onClose, onLoaded }: TableDialogProps) {
  const translate = useTranslate()
  const notify = useNotify()
  const formId = useId()
  const nameOf = useKindName(texts)
  const errorText = usePaymentErrorText()
  const { run, isRunning, error } = useIdempotentCall()
  const [draft, setDraft] = useState(initial)
  const put = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed })
  const hasTown = taxes[draft.tax]!.byMunicipality === true
  const table = tableOf(hasTown ? draft : { ...draft, municipality: '' })
  const firstDay = table && firstDayFor(tables, table, businessToday())
  const isPast = firstDay !== null && isDay(draft.from) && draft.from < firstDay
  const replaced = table && tables.find((each) => isSameKind(each, table) && each.from === table.from)
  const isReady = table !== null && isDay(draft.from) && !isPast
  const load = async (event: FormEvent) => {
    event.preventDefault()
    if (!table || !isReady) return
    if (!(await run({ resource: `tax?company=${company}`, path: '', input: { ...table } }))) return
    notify(interpolate(texts.wasLoaded, { table: nameOf(table), day: formatDay(table.from) }), { type: 'success' })
    onLoaded()
    onClose()
  }
  return (
    <PromptDialog
      title={texts.add}
      maxWidth="sm"
      action={{ label: texts.load, form: formId, isDisabled: !isReady }}
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
    >
      <Stack component="form" id={formId} spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void load(event)}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <TextField
            select
            size="small"
            sx={{ minWidth: 110 }}
            label={texts.fields.tax}
            value={draft.tax}
            onChange={({ target }) => put({ tax: target.value })}
          >
            {taxNames.map((tax) => (
              <MenuItem key={tax} value={tax}>
                {translate(`moneyPages.statement.taxes.${tax}`)}
              </MenuItem>
            ))}
          </TextField>
          <KindFields kind={draft} texts={texts} hasTown={hasTown} townHelp={texts.townHelp} onChange={put} />
        </Box>
        <DayField
          size="small"
          required
          label={texts.fields.from}
          value={draft.from}
          onChange={(from) => put({ from })}
          error={isPast || (draft.from !== '' && !isDay(draft.from))}
          helperText={isPast ? interpolate(texts.fromPast, { day: formatDay(firstDay) }) : texts.fromHelp}
        />
        <BracketRows draft={draft} texts={texts} onChange={(brackets) => put({ brackets })} />
        <NumberField
          label={texts.fields.ceiling}
          value={draft.ceiling}
          sign={draft.currency}
          onChange={(ceiling) => put({ ceiling })}
        />
        <TextField
          size="small"
          required
          label={texts.fields.source}
          value={draft.source}
          onChange={({ target }) => put({ source: target.value })}
          slotProps={{ htmlInput: { maxLength: sourceMax } }}
        />
        {replaced && <Alert severity="warning">{texts.replaces}</Alert>}
        {table && isReady && <Tried table={table} tables={tables} texts={texts} />}
      </Stack>
    </PromptDialog>
  )
}

/** What a table would keep back of an amount from its day on, beside what is kept back without it. */
function Tried({
  table,
  tables,
  texts,
}: Pick<TableDialogProps, 'tables' | 'texts'> & { table: NonNullable<ReturnType<typeof tableOf>> }) {
  const money = { language: useLanguage(), currency: table.currency }
  const payment = { ...table, day: table.from }
  const others = tables.filter((each) => !(isSameKind(each, table) && each.from === table.from))
  const before = tryTables(triedAmount, payment, tables)
  const after = tryTables(triedAmount, payment, [...others, table])
  return (
    <Typography variant="body2" aria-live="polite">
      {interpolate(texts.tryNew, {
        value: formatMoney(after.kept, money),
        amount: formatMoney(triedAmount, money),
        net: formatMoney(after.net, money),
        before: formatMoney(before.kept, money),
      })}
      {after.isNothingLeft && ` ${texts.nothingLeft}`}
    </Typography>
  )
}
