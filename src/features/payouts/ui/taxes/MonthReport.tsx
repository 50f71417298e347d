import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import type { TaxReport } from '../../answers/taxes.ts'
import { FileButton } from '#engine/export/ui/FileButton.tsx'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { businessToday } from '#engine/ui/fields/today.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'

const amounts = ['gross', 'withheld', 'givenBack', 'total'] as const

/** What was withheld in a month, by tax and payee, and the same as a file for the accountant. */
export function MonthReport({ company }: { company: number }) {
  const translate = useTranslate()
  const language = useLanguage()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const [month, setMonth] = useState(businessToday().slice(0, 7))
  const say = (name: string) => translate(`moneyPages.taxes.report.${name}`)
  const query = `company=${company}&month=${month}`
  const path = `/api/tax/report?${query}`
  const report = useQuery({
    queryKey: ['taxReport', path],
    queryFn: ({ signal }) => dataProvider.read<TaxReport>(path, signal),
    retry: false,
    staleTime: 0,
  })
  return (
    <Paper variant="outlined" component="section" sx={{ p: 2 }} aria-label={say('title')}>
      <Typography variant="h6" component="h2">
        {say('title')}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {say('lead')}
      </Typography>
      <Stack direction="row" spacing={2} sx={{ my: 2, alignItems: 'center', flexWrap: 'wrap' }} useFlexGap>
        <TextField
          type="month"
          size="small"
          label={say('month')}
          value={month}
          onChange={({ target }) => {
            if (/^\d{4}-\d{2}$/.test(target.value)) setMonth(target.value)
          }}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        <FileButton
          variant="outlined"
          path={`/api/tax/report/export?${query}&language=${language}`}
          name={`taxes-${month}.csv`}
          label={say('export')}
        />
      </Stack>
      <QueryBoundary query={report}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Alert severity="info">{say('nothing')}</Alert>
          ) : (
            <ScrollBox label={say('title')}>
              <Table size="small" aria-label={say('title')}>
                <TableHead>
                  <TableRow>
                    {['tax', 'name', 'document'].map((name) => (
                      <TableCell key={name}>{say(name)}</TableCell>
                    ))}
                    {amounts.map((name) => (
                      <TableCell key={name} align="right">
                        {say(name)}
                      </TableCell>
                    ))}
                  </TableRow>
                </TableHead>
                <TableBody>
                  {rows.map((row) => (
                    <TableRow key={`${row.tax} ${row.documentType} ${row.document} ${row.name} ${row.currency}`}>
                      <TableCell>{translate(`moneyPages.statement.taxes.${row.tax}`)}</TableCell>
                      <TableCell sx={{ overflowWrap: 'anywhere' }}>{row.name}</TableCell>
                      <TableCell sx={{ whiteSpace: 'nowrap' }}>{row.document}</TableCell>
                      {amounts.map((name) => (
                        <TableCell
                          key={name}
                          align="right"
                          sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
                        >
                          {formatMoney(row[name], { language, currency: row.currency })}
                        </TableCell>
                      ))}
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </ScrollBox>
          )
        }
      </QueryBoundary>
    </Paper>
  )
}
