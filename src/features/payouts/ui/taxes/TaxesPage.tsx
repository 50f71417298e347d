import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { LinkBase, useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { TaxMessages } from '#locales/en/taxes.ts'
import type { ListedTaxTable } from '../../answers/taxes.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { OnePicker } from '#engine/ui/fields/inputs/references/ReferencePicker.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { MonthReport } from './MonthReport.tsx'
import { TableDialog } from './TableDialog.tsx'
import { TaxSection } from './TaxSection.tsx'
import { taxNames } from './taxTables.ts'
import { TryAmount } from './TryAmount.tsx'
import { useTaxTexts } from './useTaxTexts.ts'

/** The tables by which taxes are kept back from payments: seen, changed from a day on, tried on an amount. */
export default function TaxesPage() {
  const translate = useTranslate()
  const texts = useTaxTexts()
  const address = useAddress()
  const { root, company: own } = useActor()
  const asked = Number(address.get('company'))
  const company = root && Number.isSafeInteger(asked) && asked > 0 ? asked : own
  return (
    <Box sx={{ minWidth: 0, maxWidth: 960, mx: 'auto' }}>
      <PageHeading title={translate('moneyPages.taxes.title')} />
      {texts ? (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
            {texts.lead}
          </Typography>
          {root && (
            <Box sx={{ maxWidth: 320, mb: 2 }}>
              <OnePicker
                target="company"
                label={translate('resources.company.name', { smart_count: 1 })}
                value={company}
                onChange={(id) => address.put({ company: id === null ? '' : String(id) })}
              />
            </Box>
          )}
          {company === null ? (
            <Alert severity="info">{texts.choose}</Alert>
          ) : (
            <CompanyTaxes key={company} company={company} texts={texts} />
          )}
        </>
      ) : (
        <Skeleton variant="rectangular" height={240} />
      )}
    </Box>
  )
}

function CompanyTaxes({ company, texts }: { company: number; texts: TaxMessages }) {
  const { root } = useActor()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [draft, setDraft] = useState<Draft | null>(null)
  const path = `/api/tax?company=${company}`
  const tables = useQuery({
    queryKey: ['taxes', path],
    queryFn: ({ signal }) => dataProvider.read<ListedTaxTable[]>(path, signal),
    retry: false,
    staleTime: 0,
  })
  const log = `/activityLog?filter=${encodeURIComponent(JSON.stringify({ object: 'company', objectId: String(company) }))}`
  return (
    <QueryBoundary query={tables}>
      {(known) => (
        <Stack spacing={2}>
          <Stack direction="row" spacing={2} sx={{ alignItems: 'center', flexWrap: 'wrap' }} useFlexGap>
            <Button variant="contained" onClick={() => setDraft(emptyDraft(taxNames[0]!))}>
              {texts.add}
            </Button>
            {root && (
              <Link component={LinkBase} underline="always" to={log}>
                {texts.log}
              </Link>
            )}
          </Stack>
          {known.length === 0 && <Alert severity="info">{texts.nothing}</Alert>}
          {taxNames.map((tax) => (
            <TaxSection key={tax} tax={tax} tables={known} texts={texts} onChange={setDraft} />
          ))}
          <Paper variant="outlined" sx={{ p: 2 }}>
            <TryAmount tables={known} texts={texts} today={businessToday()} />
          </Paper>
          <MonthReport company={company} />
          {draft && (
            <TableDialog
              company={company}
              tables={known}
              texts={texts}
              initial={draft}
              onClose={() => setDraft(null)}
              onLoaded={() => void tables.refetch()}
            />
          )}
        </Stack>
      )}
    </QueryBoundary>
  )
}
