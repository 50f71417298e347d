import { type ReactNode, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { Answered } from '../pages/money/Answered.tsx'
import { listPath, useAnswer } from './usePortal.ts'

const size = 25

/**
 * Rows of a list, newest first, a page at a time. One more than a page is asked for, which tells whether there are more.
 */
export function PagedRows<Row extends { readonly id: number }>({
  resource,
  sort,
  filter,
  empty,
  row,
}: {
  resource: string
  sort: string
  filter?: object
  empty: string
  row: (row: Row) => ReactNode
}) {
  const translate = useTranslate()
  const [page, setPage] = useState(0)
  const query = useAnswer<readonly Row[]>(listPath(resource, { page, size, sort, filter }))
  return (
    <Answered query={query}>
      {(rows) =>
        rows.length === 0 && page === 0 ? (
          <Alert severity="info">{empty}</Alert>
        ) : (
          <>
            <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0 }}>
              {rows.slice(0, size).map((each) => (
                <Paper key={each.id} component="li" variant="outlined" sx={{ p: 2 }}>
                  {row(each)}
                </Paper>
              ))}
            </Stack>
            {(page > 0 || rows.length > size) && (
              <Stack direction="row" spacing={1} sx={{ mt: 2, justifyContent: 'center' }}>
                <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
                  {translate('portal.newer')}
                </Button>
                <Button disabled={rows.length <= size} onClick={() => setPage(page + 1)}>
                  {translate('portal.older')}
                </Button>
              </Stack>
            )}
          </>
        )
      }
    </Answered>
  )
}
