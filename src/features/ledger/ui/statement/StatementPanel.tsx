import { type FormEvent, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { LinkBase, useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { currency as currencies } from '#resources/choices.ts'
import type { Statement } from '../../answers/statement.ts'
import { isDay, startOfMonth } from '#engine/values/calendar.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { StatementTable } from './StatementTable.tsx'

interface Asked {
  readonly from: string
  readonly to: string
  readonly currency: string
}

/**
 * On the page of an affiliate or partner: what was owed, what came and went on some days, and what is owed; for whoever
 * reads entries.
 */
export default function StatementPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const { name } = useConfiguredResource()
  const record = useRecordContext()
  const [asked, setAsked] = useState<Asked | null>(null)
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  if (!record || !(actor.root || actor.roles.has('entryByAffiliate'))) return null
  return (
    <Panel title={translate('panels.statement.title')} lead={translate('panels.statement.lead')}>
      <Question onAsk={setAsked} />
      {asked && (
        <ShownStatement key={JSON.stringify(asked)} path={`/api/statement/${name}/${record.id}`} asked={asked} />
      )}
    </Panel>
  )
}

function Question({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const translate = useTranslate()
  const [given, setGiven] = useState<Asked>(() => ({
    from: startOfMonth(businessToday()),
    to: businessToday(),
    currency: '',
  }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onAsk(given)
  }
  return (
    <Stack
      component="form"
      noValidate
      direction={{ xs: 'column', sm: 'row' }}
      spacing={1}
      onSubmit={submit}
      sx={{ mb: 1 }}
    >
      {(['from', 'to'] as const).map((name) => (
        <DayField
          key={name}
          size="small"
          label={translate(`resourcePages.report.${name}`)}
          value={given[name]}
          onChange={(day) => setGiven({ ...given, [name]: day })}
        />
      ))}
      <TextField
        select
        size="small"
        label={translate('panels.statement.currency')}
        value={given.currency}
        onChange={({ target }) => setGiven({ ...given, currency: target.value })}
        sx={{ minWidth: 120 }}
      >
        <MenuItem value="">{translate('panels.statement.only')}</MenuItem>
        {currencies.values.map((each) => (
          <MenuItem key={each} value={each}>
            {each}
          </MenuItem>
        ))}
      </TextField>
      <Button type="submit" variant="outlined" disabled={!isDay(given.from) || !isDay(given.to)}>
        {translate('panels.statement.show')}
      </Button>
    </Stack>
  )
}

function ShownStatement({ path, asked: { from, to, currency } }: { path: string; asked: Asked }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const address = `${path}?from=${from}&to=${to}${currency === '' ? '' : `&currency=${currency}`}`
  const statement = useQuery({
    queryKey: ['statement', address],
    queryFn: ({ signal }) => dataProvider.read<Statement>(address, signal),
    retry: false,
    staleTime: 0,
  })
  const owner = path.split('/').slice(-2).join('-')
  return (
    <>
      <QueryBoundary query={statement}>{(answer) => <StatementTable statement={answer} />}</QueryBoundary>
      <Button component={LinkBase} to={`/financial/statement?owner=${owner}&${address.split('?')[1]}`}>
        {translate('panels.statement.more')}
      </Button>
    </>
  )
}
