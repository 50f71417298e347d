import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { listPath, useAnswer } from './usePortal.ts'

const size = 25

/**
 * Rows of a list, newest first, a page at a time. One more than a page is asked for, which tells whether there are more.
 */
export function PagedRows<Row extends { readonly id: number }>({
  resource,
  sort,
  filter,
  title,
  empty,
  row,
}: {
  resource: string
  sort: string
  filter?: object
  /** Above the rows, where there are any. */
  title?: ReactNode
  /** Where there are none; without it nothing is shown then. */
  empty?: string
  row: (row: Row) => ReactNode
}) {
  const [page, setPage] = useState(0)
  const query = useAnswer<readonly Row[]>(listPath(resource, { page, size, sort, filter }))
  return (
    <QueryBoundary query={query}>
      {(rows) =>
        rows.length === 0 && page === 0 ? (
          empty && <Alert severity="info">{empty}</Alert>
        ) : (
          <>
            {title}
            <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0 }}>
              {rows.slice(0, size).map((each) => (
                <Paper key={each.id} component="li" variant="outlined" sx={{ p: 2 }}>
                  {row(each)}
                </Paper>
              ))}
            </Stack>
            {(page > 0 || rows.length > size) && (
              <Stack direction="row" spacing={1} sx={{ mt: 2, justifyContent: 'center' }}>
                <Turn label="newer" isOver={page === 0} onTurn={() => setPage(page - 1)} />
                <Turn label="older" isOver={rows.length <= size} onTurn={() => setPage(page + 1)} />
              </Stack>
            )}
          </>
        )
      }
    </QueryBoundary>
  )
}

/** Turns pages. At the end it keeps the focus, which a disabled button would lose. */
function Turn({ label, isOver, onTurn }: { label: 'newer' | 'older'; isOver: boolean; onTurn: () => void }) {
  const translate = useTranslate()
  return (
    <Button aria-disabled={isOver} sx={isOver ? { opacity: 0.4 } : {}} onClick={() => !isOver && onTurn()}>
      {translate(`portal.${label}`)}
    </Button>
  )
}
