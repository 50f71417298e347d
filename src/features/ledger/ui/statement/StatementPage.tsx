import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { languageKeys, languageNames } from '#locales/languages.ts'
import { currency as currencies } from '#resources/choices.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import type { StatementDocument } from '../../answers/statement.ts'
import { isDay, startOfMonth } from '#engine/values/calendar.ts'
import { payeeKinds } from '#rules/payouts/payments.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { DayField } from '#engine/ui/fields/inputs/DayField.tsx'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { type Address, useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { StatementFiles } from './StatementFiles.tsx'
import { StatementPaper } from './StatementPaper.tsx'

/** Whose statement, of which days, in which currency and language, as they stand in the address. */
function askedIn({ get }: Address, actor: Actor) {
  const [, kind, id] = /^(affiliate|partner)-([1-9]\d{0,15})$/.exec(get('owner')) ?? []
  const own = actor.kind === 'partner' && actor.partner !== null ? `partner/${actor.partner}` : null
  const [from, to] = [get('from'), get('to')]
  return {
    kind: (kind ?? (own ? 'partner' : 'affiliate')) as 'affiliate' | 'partner',
    id: id === undefined ? (own ? actor.partner : null) : Number(id),
    from: isDay(from) ? from : startOfMonth(businessToday()),
    to: isDay(to) ? to : businessToday(),
    currency: currencies.values.find((each) => each === get('currency')) ?? '',
    language: languageKeys.find((each) => each === get('language')) ?? '',
  }
}
type Asked = ReturnType<typeof askedIn>

/** A statement on paper, as a workbook, and with its proof: for whoever reads entries, and for a partner its own. */
export default function StatementPage() {
  const translate = useTranslate()
  const address = useAddress()
  const asked = askedIn(address, useActor())
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ displayPrint: 'none' }}>
        <PageHeading title={translate('moneyPages.statement.title')} detail={translate('moneyPages.statement.lead')} />
        <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
          <Questions asked={asked} address={address} />
        </Paper>
      </Box>
      {asked.id === null ? (
        <Alert severity="info">{translate('moneyPages.statement.choose')}</Alert>
      ) : (
        <Shown asked={asked} />
      )}
    </Box>
  )
}

function Questions({ asked, address }: { asked: Asked; address: Address }) {
  const translate = useTranslate()
  const { kind, id } = asked
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))' }}>
      <TextField
        select
        size="small"
        label={translate('moneyPages.statement.owner')}
        value={kind}
        onChange={({ target }) => address.put({ owner: `${target.value}-` })}
      >
        {payeeKinds.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(`resources.${each}.name`, { smart_count: 1 })}
          </MenuItem>
        ))}
      </TextField>
      <OnePicker
        key={kind}
        target={kind}
        label={translate(`resources.${kind}.name`, { smart_count: 1 })}
        value={id}
        onChange={(chosen) => address.put({ owner: `${kind}-${chosen ?? ''}` })}
      />
      {(['from', 'to'] as const).map((name) => (
        <DayField
          key={name}
          size="small"
          label={translate(`resourcePages.report.${name}`)}
          value={asked[name]}
          onChange={(day) => isDay(day) && address.put({ [name]: day })}
        />
      ))}
      <Choice
        name="currency"
        label={translate('panels.statement.currency')}
        none={translate('panels.statement.only')}
        choices={currencies.values.map((each) => [each, each])}
        {...{ asked, address }}
      />
      <Choice
        name="language"
        label={translate('moneyPages.statement.language')}
        none={translate('moneyPages.statement.own')}
        choices={languageKeys.map((each) => [each, languageNames[each]])}
        {...{ asked, address }}
      />
    </Box>
  )
}

interface ChoiceOf {
  readonly name: 'currency' | 'language'
  readonly label: string
  readonly none: string
  readonly choices: readonly (readonly [string, string])[]
  readonly asked: Asked
  readonly address: Address
}

function Choice({ name, label, none, choices, asked, address }: ChoiceOf) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={asked[name]}
      onChange={({ target }) => address.put({ [name]: target.value })}
    >
      <MenuItem value="">{none}</MenuItem>
      {choices.map(([value, text]) => (
        <MenuItem key={value} value={value}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  )
}

function Shown({ asked: { kind, id, from, to, currency, language } }: { asked: Asked }) {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const days = `from=${from}&to=${to}${currency === '' ? '' : `&currency=${currency}`}`
  const inWords = `${days}${language === '' ? '' : `&language=${language}`}`
  const path = `/api/statement/${kind}/${id}`
  const document = useQuery({
    queryKey: ['statement', 'document', path, inWords],
    queryFn: ({ signal }) => dataProvider.read<StatementDocument>(`${path}/document?${inWords}`, signal),
    retry: false,
    staleTime: 0,
  })
  const name = `statement-${kind}-${id}-${from}-${to}`
  const isThere = document.data !== undefined && !document.error
  return (
    <>
      <StatementFiles {...{ path, days, inWords, name, isThere }} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2, displayPrint: 'none' }}>
        {translate('moneyPages.statement.proofHint')}
      </Typography>
      <QueryBoundary query={document}>{(answer) => <StatementPaper document={answer} />}</QueryBoundary>
    </>
  )
}
