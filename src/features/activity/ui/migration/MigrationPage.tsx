import { lazy, type ReactNode } from 'react'
import { LinkBase, ResourceContextProvider, useGetOne, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { migrationKits } from '#rules/activity/migrationKits.ts'
import { ImportButton } from '#engine/imports/ui/ImportButton.tsx'
import { type ImportPreset, useRecentImports } from '#engine/imports/ui/useImport.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor, useMayOpen } from '#engine/records/ui/ResourcesContext.tsx'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { NewRecordsContext } from '#engine/ui/fields/inputs/references/newRecords.ts'
import { useMayMake } from '#engine/ui/fields/inputs/references/newRecords.ts'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { formatDay } from '#engine/values/shownTime.ts'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { OpeningBalances } from '#features/payouts/ui/adjustments/OpeningBalances.tsx'
import { UploadCard } from '../feeds/UploadCard.tsx'
import { UploadForm } from '../feeds/UploadForm.tsx'
import { useUploads } from '../feeds/useUploads.ts'
import { MonthlyControl } from './MonthlyControl.tsx'

const EditDialog = lazy(() => import('#engine/records/ui/form/EditDialog.tsx'))
const NewRecordDialog = lazy(() => import('#engine/records/ui/form/NewRecordDialog.tsx'))

/** What the systems are called; `blank` is any other. */
const kitNames: Readonly<Record<string, string>> = {
  affilka: 'Affilka',
  myAffiliates: 'MyAffiliates',
  incomeAccess: 'Income Access',
  cellxpert: 'Cellxpert',
  netRefer: 'NetRefer',
}
const columnsShown = 12
/** How files head what tells payments apart: by it a second run finds them. */
const paymentIds = ['payment id', 'payment number', 'payout id', 'id pagamento', 'id do pagamento', 'id de pago']
const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/**
 * Moving in from another system, step by step in the order in which one builds on another: each says what its file
 * holds, tries it, imports it, and what was imported; the last compares months.
 */
export default function MigrationPage() {
  const translate = useTranslate()
  const address = useAddress()
  const { root, company, roles } = useActor()
  const mayOpen = useMayOpen()
  const [brand, campaign] = [address.get('brand'), address.get('campaign')]
  const kit = migrationKits.find(({ name }) => name === address.get('kit')) ?? migrationKits[0]!
  const kitName = kitNames[kit.name] ?? translate('migration.other')
  const source = kit.name === 'blank' ? 'import' : kit.name
  const { affiliate = [], link = [] } = kit.columns
  // Root imports for any company; everybody else for their own.
  const { data: chosen } = useGetOne('brand', { id: brand }, { enabled: root && isId(brand) })
  const ofCompany: Readonly<Record<string, string>> = chosen?.company ? { company: `#${chosen.company}` } : {}
  const ofBrand = { source, names: { externalId: affiliate }, defaults: { ...ofCompany, brands: `#${brand}` } }
  const columns = Object.values(kit.columns).flatMap((names = []) => names.slice(0, 1))
  const shown = columns.slice(0, columnsShown).join(', ')
  return (
    // What is missing is made where it is chosen.
    <NewRecordsContext value>
      <Box sx={{ minWidth: 0, maxWidth: 960, mx: 'auto' }}>
        <PageHeading title={translate('moneyPages.migration.title')} detail={translate('migration.lead')} />
        <Paper variant="outlined" sx={{ p: 2, mb: 2, display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <TextField
            select
            margin="none"
            label={translate('migration.kit')}
            value={kit.name}
            onChange={({ target }) => address.put({ kit: target.value })}
          >
            {[...migrationKits.slice(1), migrationKits[0]!].map(({ name }) => (
              <MenuItem key={name} value={name}>
                {kitNames[name] ?? translate('migration.other')}
              </MenuItem>
            ))}
          </TextField>
          <OnePicker
            target="brand"
            looks={{ margin: 'none' }}
            label={translate('filters.brand')}
            value={isId(brand) ? Number(brand) : null}
            onChange={(id) => address.put({ brand: id === null ? '' : String(id), campaign: '' })}
          />
        </Paper>
        {!isId(brand) && (
          <>
            <Typography color="textSecondary">{translate('migration.brandFirst')}</Typography>
            <MakeButton
              target="brand"
              label={translate('migration.newBrand')}
              onMade={(id) => address.put({ brand: String(id), campaign: '' })}
            />
          </>
        )}
        {isId(brand) && (
          <Box
            component="ol"
            sx={{
              listStyle: 'none',
              counterReset: 'step',
              m: 0,
              p: 0,
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr)',
              gap: 2,
            }}
          >
            <Step name="start">
              {root && chosen && <FirstDay company={(chosen.company as number | null) ?? company} />}
            </Step>
            <Step name="deals">
              <MakeButton target="rewardProfile" />
              {mayOpen('rewardProfile') && <ListLink entity="rewardProfile" />}
            </Step>
            <ImportStep name="affiliates" entity="affiliate" preset={ofBrand} />
            <ImportStep
              name="links"
              entity="action"
              preset={{
                source,
                names: { affiliate, token: link },
                ...(isId(campaign) ? { defaults: { campaign: `#${campaign}` } } : {}),
              }}
            >
              <Box sx={{ maxWidth: 420 }}>
                <OnePicker
                  target="campaign"
                  narrowing={{ brand: Number(brand) }}
                  looks={{ margin: 'none' }}
                  label={translate('migration.campaign')}
                  value={isId(campaign) ? Number(campaign) : null}
                  onChange={(id) => address.put({ campaign: id === null ? '' : String(id) })}
                />
              </Box>
            </ImportStep>
            <Step name="balances">{(root || roles.has('financial')) && <OpeningBalances />}</Step>
            <Step name="totals" values={{ kit: kitName, columns: shown }}>
              <Uploads key={brand} brand={Number(brand)} />
            </Step>
            <ImportStep
              name="past"
              entity="pastPayment"
              preset={{ source, names: { affiliate, externalId: paymentIds } }}
            />
            <Step name="control">
              <MonthlyControl brand={Number(brand)} />
            </Step>
          </Box>
        )}
      </Box>
    </NewRecordsContext>
  )
}

/** The day from which a company pays here, editable in place. */
function FirstDay({ company }: { company: number | null }) {
  const translate = useTranslate()
  const { data, refetch } = useGetOne('company', { id: company ?? '' }, { enabled: company !== null })
  if (!data) return null
  const label = translate('resources.company.fields.movedInOn')
  const day = data['movedInOn'] as string | null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {day && <Chip size="small" variant="outlined" color="success" label={formatDay(day)} />}
      <DialogButton
        size="small"
        variant="outlined"
        label={label}
        dialog={(onClose) => (
          <EditDialog
            target="company"
            id={data.id}
            fields={['movedInOn']}
            title={label}
            onSaved={() => void refetch()}
            onClose={onClose}
          />
        )}
      />
    </Box>
  )
}

/** Makes a record without leaving the page. */
function MakeButton({
  target,
  label,
  onMade = () => {},
}: {
  target: string
  label?: string
  onMade?: (id: number | string) => void
}) {
  const translate = useTranslate()
  const name = useResourceName()(target, 1)
  if (!useMayMake(target)) return null
  return (
    <DialogButton
      size="small"
      variant="outlined"
      label={label ?? translate('resourcePages.form.newRecord', { name })}
      dialog={(onClose) => <NewRecordDialog target={target} name="" values={{}} onMade={onMade} onClose={onClose} />}
    />
  )
}

function Step({
  name,
  values,
  state,
  children,
}: {
  name: string
  values?: object
  state?: ReactNode
  children?: ReactNode
}) {
  const translate = useTranslate()
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography
          component="h2"
          variant="subtitle1"
          sx={{ fontWeight: 600, counterIncrement: 'step', '&::before': { content: 'counter(step) ". "' } }}
        >
          {translate(`migration.steps.${name}.title`)}
        </Typography>
        {state}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        {translate(`migration.steps.${name}.help`, values)}
      </Typography>
      {children}
    </Paper>
  )
}

/** A step that imports records, with what was imported last. */
function ImportStep({
  name,
  entity,
  preset,
  children,
}: {
  name: string
  entity: string
  preset: ImportPreset
  children?: ReactNode
}) {
  const translate = useTranslate()
  const mayOpen = useMayOpen()
  const { data = [] } = useRecentImports(entity)
  const imported = data.filter(({ importedAt, undoneAt }) => importedAt !== null && undoneAt === null)
  const count = imported.reduce((sum, { created }) => sum + created, 0)
  const isDone = imported.length > 0
  return (
    <Step
      name={name}
      state={
        <Chip
          size="small"
          variant="outlined"
          color={isDone ? 'success' : 'default'}
          label={translate(isDone ? 'migration.done' : 'migration.notYet', { count })}
        />
      }
    >
      {children}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <ResourceContextProvider value={entity}>
          <ImportButton preset={preset} />
        </ResourceContextProvider>
        {mayOpen(entity) && <ListLink entity={entity} />}
      </Box>
    </Step>
  )
}

function ListLink({ entity }: { entity: string }) {
  const nameOf = useResourceName()
  return (
    <Button component={LinkBase} size="small" to={`/${entity}`}>
      {nameOf(entity, 2)}
    </Button>
  )
}

/** The form for a file of activity, and the newest ones. */
function Uploads({ brand }: { brand: number }) {
  const { uploads } = useUploads(brand)
  return (
    <>
      <UploadForm brand={brand} isOfTotals />
      <Box
        component="ul"
        sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}
      >
        {(uploads.data ?? []).slice(0, 3).map((upload) => (
          <UploadCard key={upload.id} brand={brand} upload={upload} />
        ))}
      </Box>
    </>
  )
}
