import type { ReactNode } from 'react'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { ScrollBox } from './ScrollBox.tsx'

interface ValueTableProps {
  readonly label: string
  readonly heads: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
  /** The first value of a row says what the row is about. */
  readonly isNamed?: boolean
}

/** A small table to read; where it is too wide, the keyboard scrolls it too. */
export const ValueTable = ({ label, heads, rows, isNamed = false }: ValueTableProps) => (
  <ScrollBox label={label}>
    <Table size="small">
      <TableHead>
        <TableRow>
          {heads.map((head) => (
            <TableCell key={head}>{head}</TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((cells, row) => (
          <TableRow key={row}>
            {cells.map((cell, place) => (
              <TableCell key={place} {...(isNamed && place === 0 ? { component: 'th', scope: 'row' } : {})}>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </ScrollBox>
)
