import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { type RaRecord, useDataProvider, useGetOne, useTranslate, useUpdate } from 'react-admin'
import { featureNames, features } from '#resources/features.ts'
import { featureTitles } from '#engine/declaration/feature.ts'
import type { ErrorCode } from '#engine/declaration/errorCatalogue.ts'
import type { FeatureName } from '#engine/declaration/names.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import type { FeatureInUse } from '../../answers/features.ts'

/** What a company can do without, each with what it is for and a switch: one company at a time. */
export default function FeaturesPage() {
  const translate = useTranslate()
  const address = useAddress()
  const { company: own } = useActor()
  const asked = Number(address.get('company'))
  const company = Number.isSafeInteger(asked) && asked > 0 ? asked : own
  return (
    <Box sx={{ minWidth: 0, maxWidth: 880 }}>
      <PageHeading title={translate('moneyPages.features.title')} detail={translate('features.lead')} />
      <Box sx={{ maxWidth: 320, mb: 2 }}>
        <OnePicker
          target="company"
          label={translate('features.company')}
          value={company}
          onChange={(id) => address.put({ company: id === null ? '' : String(id) })}
        />
      </Box>
      {company !== null && <CompanyFeatures key={company} company={company} />}
    </Box>
  )
}

function CompanyFeatures({ company }: { company: number }) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const query = useGetOne('company', { id: company }, { retry: false })
  const inUse = useQuery({
    queryKey: ['features', company],
    queryFn: ({ signal }) => dataProvider.read<readonly FeatureInUse[]>(`/api/company/${company}/feature`, signal),
    retry: false,
  })
  return (
    <QueryBoundary query={query}>
      {(record) => <QueryBoundary query={inUse}>{(used) => <Switches record={record} inUse={used} />}</QueryBoundary>}
    </QueryBoundary>
  )
}

function Switches({ record, inUse }: { record: RaRecord; inUse: readonly FeatureInUse[] }) {
  const translate = useTranslate()
  const notifyError = useNotifyError()
  const [update, { isPending }] = useUpdate()
  const [isChanged, setChanged] = useState(false)
  const off = (record['switchedOff'] ?? []) as readonly FeatureName[]
  const save = (switchedOff: readonly FeatureName[]) =>
    void update(
      'company',
      { id: record.id, data: { version: record['version'], switchedOff }, previousData: record },
      { onSuccess: () => setChanged(true), onError: (error) => notifyError(error) },
    )
  const turn = (name: FeatureName) => save(off.includes(name) ? off.filter((each) => each !== name) : [...off, name])
  return (
    <>
      {featureTitles.map((title) => (
        <Card key={title} component="section" aria-labelledby={title} sx={{ p: 2, mb: 2 }}>
          <Typography id={title} variant="h3" component="h2">
            {translate(`features.titles.${title}`)}
          </Typography>
          {featureNames
            .filter((name) => features[name].under === title)
            .map((name) => (
              <Feature
                key={name}
                name={name}
                isOn={!off.includes(name)}
                isBusy={isPending}
                reason={inUse.find((used) => used.name === name)?.code}
                onTurn={() => turn(name)}
              />
            ))}
        </Card>
      ))}
      {off.length > 0 ? (
        <Button variant="outlined" disabled={isPending} onClick={() => save([])}>
          {translate('features.allOn')}
        </Button>
      ) : (
        <Alert severity="info">{translate('features.everything')}</Alert>
      )}
      {isChanged && (
        <Alert
          severity="success"
          role="status"
          sx={{ position: 'sticky', bottom: 16, mt: 2 }}
          action={
            <Button color="inherit" size="small" onClick={() => window.location.reload()}>
              {translate('pages.app.reload')}
            </Button>
          }
        >
          {translate('features.changed')}
        </Alert>
      )}
    </>
  )
}

interface FeatureProps {
  readonly name: FeatureName
  readonly isOn: boolean
  readonly isBusy: boolean
  /** Why it cannot be switched off now. */
  readonly reason: ErrorCode | undefined
  readonly onTurn: () => void
}

function Feature({ name, isOn, isBusy, reason, onTurn }: FeatureProps) {
  const translate = useTranslate()
  const isKept = isOn && reason !== undefined
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        gap: 2,
        justifyContent: 'space-between',
        alignItems: 'center',
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
        cursor: isKept ? 'default' : 'pointer',
        '&:first-of-type': { borderTop: 0 },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography id={`feature-${name}`} component="span" sx={{ display: 'block', fontWeight: 600 }}>
          {translate(`choices.feature.${name}`)}
        </Typography>
        <Typography
          id={`feature-${name}-text`}
          component="span"
          variant="body2"
          color="textSecondary"
          sx={{ display: 'block', whiteSpace: 'pre-line' }}
        >
          {translate(`features.texts.${name}`)}
        </Typography>
        {isKept && (
          <Typography id={`feature-${name}-reason`} component="span" variant="body2" sx={{ display: 'block', mt: 0.5 }}>
            {translate('features.staysOn', { reason: translate(`errors.${reason}`) })}
          </Typography>
        )}
      </Box>
      <Switch
        checked={isOn}
        disabled={isBusy || isKept}
        onChange={onTurn}
        slotProps={{
          input: {
            'aria-labelledby': `feature-${name}`,
            'aria-describedby': `feature-${name}-text${isKept ? ` feature-${name}-reason` : ''}`,
            role: 'switch',
          },
        }}
      />
    </Box>
  )
}
