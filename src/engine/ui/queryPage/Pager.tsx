import { useTranslate } from 'react-admin'
import TablePagination from '@mui/material/TablePagination'
import { pageSizes } from './pageSizes.ts'

/** Goes through the pages of a list that is none of react-admin's. @param page from 1 */
export function Pager({
  total,
  page,
  size,
  onChange,
}: {
  total: number
  page: number
  size: number
  onChange: (changed: Readonly<Record<string, string>>) => void
}) {
  const translate = useTranslate()
  const lastPage = Math.max(1, Math.ceil(total / size))
  return (
    <TablePagination
      component="div"
      count={total}
      page={Math.min(page, lastPage) - 1}
      rowsPerPage={size}
      rowsPerPageOptions={[...pageSizes]}
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        '& .MuiTablePagination-selectLabel, & .MuiTablePagination-input': { display: { xs: 'none', sm: 'flex' } },
      }}
      onPageChange={(_, next) => onChange({ page: String(next + 1) })}
      onRowsPerPageChange={({ target }) => onChange({ size: target.value })}
      labelRowsPerPage={translate('ra.navigation.page_rows_per_page')}
      labelDisplayedRows={({ from, to, count }) =>
        translate('resourcePages.list.rowsOfPage', { from, to, total: count })
      }
      getItemAriaLabel={(type) => translate(`moneyPages.pager.${type}`)}
    />
  )
}
