import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableFooter from '@mui/material/TableFooter'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'

/** One part of a sum. */
export interface Part {
  readonly key: string
  readonly name: ReactNode
  readonly note?: ReactNode
  readonly amount: string
}

/** The parts of a sum below each other, and the sum. */
export function PartsTable({ head, parts, total }: { head: string; parts: readonly Part[]; total: string }) {
  const translate = useTranslate()
  return (
    <Table
      size="small"
      sx={{ '& td:last-of-type, & th:last-of-type': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
    >
      <TableHead>
        <TableRow>
          <TableCell colSpan={2}>{head}</TableCell>
          <TableCell>{translate('resourcePages.entries.amount')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {parts.map(({ key, name, note, amount }) => (
          <TableRow key={key}>
            <TableCell>{name}</TableCell>
            <TableCell>{note}</TableCell>
            <TableCell>{amount}</TableCell>
          </TableRow>
        ))}
      </TableBody>
      <TableFooter>
        <TableRow sx={{ '& td': { fontWeight: 700, fontSize: 'inherit', color: 'text.primary' } }}>
          <TableCell colSpan={2}>{translate('resourcePages.report.total')}</TableCell>
          <TableCell>{total}</TableCell>
        </TableRow>
      </TableFooter>
    </Table>
  )
}
