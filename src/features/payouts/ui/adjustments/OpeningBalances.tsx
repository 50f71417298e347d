import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import UploadFileIcon from '@mui/icons-material/UploadFileOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type BackOfficeDataProvider, errorAnswer } from '#engine/records/ui/dataProvider.ts'
import { useCodeText, useErrorText } from '#engine/records/ui/useErrorText.ts'
import { formatDay, formatMoney } from '#engine/ui/fields/format.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useIdempotentCall } from '#engine/ui/queryPage/useCall.ts'
import type { ShownOpening } from '../../answers/openings.ts'

const problemsShown = 10

interface Tried {
  readonly entries: readonly number[]
  readonly totals: readonly { readonly currency: string; readonly value: number }[]
  readonly unchanged: number
  readonly carried: readonly TriedRow[]
  readonly held: readonly TriedRow[]
  readonly ignored: readonly string[]
}
interface TriedRow {
  readonly affiliate: string
  readonly currency: string
  readonly value: number
}
interface Chosen {
  readonly file: { readonly name: string; readonly content: string }
  readonly tried: Tried
}

function read(file: File): Promise<Chosen['file']> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ name: file.name, content: String(reader.result).replace(/^[^,]*,/, '') })
    reader.onerror = () => reject(reader.error ?? new Error(file.name))
    reader.readAsDataURL(file)
  })
}

/** Opening balances of one file: tried, sent for approval, and approved by another person all at once. */
export function OpeningBalances() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`migration.opening.${key}`, values)
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const call = useIdempotentCall()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const openings = useQuery({
    queryKey: ['opening'],
    queryFn: ({ signal }) => dataProvider.read<ShownOpening[]>('/api/entry/opening', signal),
    retry: false,
    staleTime: 0,
  })
  const choose = async (file: File) => {
    setProblem(null)
    try {
      const sent = await read(file)
      const tried = await dataProvider.tryAction({ resource: 'entry', path: 'opening', input: { file: sent } })
      setChosen({ file: sent, tried: tried as unknown as Tried })
    } catch (failure) {
      setChosen(null)
      setProblem(failure)
    }
  }
  const ask = async (path: string, input: object, done: string) => {
    const answer = await call.run({ resource: 'entry', path, input: { ...input } })
    if (!answer) return
    setChosen(null)
    notify(text(done), { type: 'success' })
    await openings.refetch()
  }
  const failure = problem ?? call.error
  return (
    <>
      <Button size="small" variant="outlined" startIcon={<UploadFileIcon />} onClick={() => input.current?.click()}>
        {text('choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv"
        hidden
        aria-label={text('choose')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again once it was mended.
          target.value = ''
          if (file) void choose(file)
        }}
      />
      {failure !== null && failure !== undefined && (
        <Alert severity="error" sx={{ mt: 1, overflowWrap: 'anywhere' }}>
          <Problems failure={failure} />
        </Alert>
      )}
      {chosen && (
        <Trial
          chosen={chosen}
          isRunning={call.isRunning}
          onPropose={() => void ask('opening', { file: chosen.file }, 'sent')}
        />
      )}
      {(openings.data ?? []).map((opening) => (
        <Box
          key={opening.file}
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1, typography: 'body2' }}
        >
          <Box sx={{ flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {formatDay(opening.day)} · {text('count', { smart_count: opening.entries })} ·{' '}
            <Sums totals={opening.totals} /> · {opening.requestedBy} ·{' '}
            {text(opening.waiting > 0 ? 'waits' : 'approved')}
          </Box>
          {opening.waiting > 0 && (
            <Button
              size="small"
              disabled={call.isRunning}
              onClick={() => void ask('opening/approve', { file: opening.file }, 'done')}
            >
              {text('approve')}
            </Button>
          )}
        </Box>
      ))}
    </>
  )
}

/** What is wrong with a file: of its rows each cell, else of the whole. */
function Problems({ failure }: { failure: unknown }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const codeText = useCodeText()
  const { details = {} } = errorAnswer(failure)
  const cells = Object.entries(details).flatMap(([field, [problem]]) => {
    const [, row, column] = /^rows\.(\d+)\.(\w+)$/.exec(field) ?? []
    return row && column && problem ? [{ row, column, problem }] : []
  })
  const ofFile = details['file']?.[0]
  if (cells.length === 0) return ofFile ? codeText(ofFile.code, ofFile.values) : errorText(failure)
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
      {cells.slice(0, problemsShown).map(({ row, column, problem: { code, values } }) => (
        <li key={`${row} ${column}`}>
          {translate('imports.row')} {row}, {translate(`migration.opening.columns.${column}`, { _: column })}:{' '}
          {code === 'invalid_affiliate' ? translate('migration.opening.unknown') : codeText(code, values)}
        </li>
      ))}
      {cells.length > problemsShown && <li>… ({cells.length})</li>}
    </Box>
  )
}

function Sums({ totals }: { totals: Tried['totals'] }) {
  const language = useLanguage()
  return <>{totals.map(({ value, currency }) => formatMoney(value, { currency, language })).join(' + ')}</>
}

function Trial({
  chosen: { file, tried },
  isRunning,
  onPropose,
}: {
  chosen: Chosen
  isRunning: boolean
  onPropose: () => void
}) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`migration.opening.${key}`, values)
  const language = useLanguage()
  const named = (rows: readonly TriedRow[]) =>
    rows
      .map(({ affiliate, currency, value }) => `${affiliate}: ${formatMoney(value, { currency, language })}`)
      .join(' · ')
  return (
    <Box sx={{ mt: 1, typography: 'body2', overflowWrap: 'anywhere' }}>
      <Typography variant="subtitle2" component="h3">
        {text('would')}: {file.name}
      </Typography>
      <div>
        {text('count', { smart_count: tried.entries.length })} · <Sums totals={tried.totals} />
      </div>
      {tried.unchanged > 0 && (
        <div>
          {text('unchanged')}: {tried.unchanged}
        </div>
      )}
      {tried.carried.length > 0 && (
        <div>
          {text('carried')}: {named(tried.carried)}
        </div>
      )}
      {tried.ignored.length > 0 && (
        <div>
          {translate('feeds.ignoredColumns')}: {tried.ignored.join(', ')}
        </div>
      )}
      {tried.held.length > 0 && (
        <div>
          {text('held')}: {named(tried.held)}
        </div>
      )}
      <Button
        variant="contained"
        size="small"
        sx={{ mt: 1 }}
        disabled={tried.entries.length === 0}
        loading={isRunning}
        onClick={onPropose}
      >
        {text('propose')}
      </Button>
    </Box>
  )
}
