import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { formatMoney } from '#engine/ui/fields/format.ts'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import type { TrialRow } from '#features/deals/answers/whatIf.ts'

/** By how much somebody would earn more or less; the sign says it, not the colour alone. */
export function Difference({ value, currency }: { value: number; currency: string | undefined }) {
  const language = useLanguage()
  const color = value > 0 ? 'success.main' : value < 0 ? 'error.main' : undefined
  return (
    <Box component="span" sx={{ color, whiteSpace: 'nowrap' }}>
      {value > 0 ? '+' : ''}
      {formatMoney(value, { language, currency })}
    </Box>
  )
}

/** Owners with what they earned and would have earned. */
export function TrialTable({
  title,
  ownerKind,
  rows,
  isLong = false,
}: {
  title: string
  ownerKind: 'affiliate' | 'partner'
  rows: readonly TrialRow[]
  isLong?: boolean
}) {
  const translate = useTranslate()
  const language = useLanguage()
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Box
        sx={{ overflow: 'auto', maxHeight: isLong ? 420 : undefined }}
        {...(isLong ? { tabIndex: 0, role: 'region', 'aria-label': title } : {})}
      >
        <Table
          size="small"
          stickyHeader={isLong}
          sx={{
            '& th, & td': { px: 1 },
            '& td': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
            '& tbody > tr:last-of-type > *': { borderBottom: 0 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell>{translate(`resources.${ownerKind}.name`, { smart_count: 1 })}</TableCell>
              <TableCell align="right">{translate('whatIf.then')}</TableCell>
              <TableCell align="right">{translate('whatIf.now')}</TableCell>
              <TableCell align="right">{translate('whatIf.difference')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ id, name, currency, then, now, difference }) => (
              <TableRow key={`${id} ${currency}`}>
                <TableCell component="th" scope="row" sx={{ overflowWrap: 'break-word' }}>
                  <RecordLink resource={ownerKind} id={id}>
                    {name}
                  </RecordLink>
                </TableCell>
                <TableCell align="right">{formatMoney(then, { language, currency })}</TableCell>
                <TableCell align="right">{formatMoney(now, { language, currency })}</TableCell>
                <TableCell align="right">
                  <Difference value={difference} currency={currency} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Box>
  )
}
