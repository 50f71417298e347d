import GlobalStyles from '@mui/material/GlobalStyles'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import type { DocumentTable, StatementDocument } from '../../answers/statement.ts'
import type { CellValue, ExportColumn } from '#engine/values/spreadsheet/cells.ts'
import { formatDay, formatMoney, formatNumber, formatPercent, languageOf } from '#engine/ui/fields/format.ts'

/** A statement is a letter: upright, and nothing else on the paper. */
const onPaper = { '@page': { size: 'A4 portrait', margin: '15mm' } }
const isNumber = ({ kind }: ExportColumn) => ['money', 'number', 'percent'].includes(kind ?? '')

/** A statement as it is printed, in its own language whatever the reader's is. */
export function StatementPaper({ document }: { document: StatementDocument }) {
  const { title, currency, facts, sums, tables } = document
  const language = languageOf(document.language)
  return (
    <Paper
      component="article"
      lang={language}
      variant="outlined"
      sx={{ p: { xs: 2, sm: 4 }, maxWidth: 900, '@media print': { border: 0, p: 0, maxWidth: 'none' } }}
    >
      <GlobalStyles styles={onPaper} />
      <Typography variant="h5" component="h2" gutterBottom>
        {title}
      </Typography>
      <Table size="small" sx={{ mb: 3, '& td, & th': { border: 0, px: 0, py: 0.25 } }}>
        <TableBody>
          {facts.map(({ label, text }) => (
            <TableRow key={label}>
              <TableCell component="th" scope="row" sx={{ width: '30%', color: 'text.secondary' }}>
                {label}
              </TableCell>
              <TableCell>{text}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <Table size="small" sx={{ mb: 3 }} aria-label={title}>
        <TableBody>
          {sums.map(({ label, value }, index) => (
            <TableRow key={label} sx={index % (sums.length - 1) === 0 ? { '& th, & td': { fontWeight: 600 } } : {}}>
              <TableCell component="th" scope="row">
                {label}
              </TableCell>
              <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {formatMoney(value, { language, currency })}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {tables.map((table) => (
        <PaperTable key={table.title} table={table} document={document} />
      ))}
    </Paper>
  )
}

function PaperTable({
  table: { title, columns, rows },
  document,
}: {
  table: DocumentTable
  document: StatementDocument
}) {
  const translate = useTranslate()
  const { currency } = document
  const language = languageOf(document.language)
  const shown = (value: CellValue, { kind }: ExportColumn) => {
    if (value === null || value === '') return ''
    if (kind === 'money') return formatMoney(value as number, { language, currency })
    if (kind === 'number') return formatNumber(value as number, { language, decimals: 4 })
    if (kind === 'percent') return formatPercent(value as number, { language })
    return kind === 'date' ? formatDay(String(value)) : String(value)
  }
  return (
    <>
      <Typography variant="subtitle1" component="h3">
        {title}
      </Typography>
      {rows.length === 0 ? (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          {translate('moneyPages.statement.nothing')}
        </Typography>
      ) : (
        <TableContainer sx={{ mb: 3, '@media print': { overflow: 'visible' } }} tabIndex={0}>
          <Table size="small" aria-label={title} sx={{ '& tr': { breakInside: 'avoid' } }}>
            <TableHead>
              <TableRow>
                {columns.map((column) => (
                  <TableCell key={column.label} align={isNumber(column) ? 'right' : 'left'}>
                    {column.label}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row, index) => (
                <TableRow key={index}>
                  {columns.map((column, place) => (
                    <TableCell
                      key={column.label}
                      align={isNumber(column) ? 'right' : 'left'}
                      sx={isNumber(column) ? { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } : {}}
                    >
                      {shown(row[place] ?? null, column)}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </>
  )
}
