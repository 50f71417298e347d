import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { type TrashItem, trashDays } from '../../answers/trash.ts'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { cardTable } from '../cardTable.ts'
import { PageHeading } from '../PageHeading.tsx'
import { useErrorText } from '../useErrorText.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'

const queryKey = ['trash']

/** What was removed in the last days, each with a button that brings it back as it was. */
export default function TrashPage() {
  const translate = useTranslate()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const trash = useQuery({
    queryKey,
    queryFn: ({ signal }) => dataProvider.read<TrashItem[]>('/api/trash', signal),
    retry: false,
    staleTime: 0,
  })
  return (
    <>
      <PageHeading title={translate('work.trash.title')} detail={translate('work.trash.lead', { days: trashDays })} />
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryBoundary query={trash}>
          {(items) =>
            items.length === 0 ? (
              <Typography sx={{ p: 3 }}>{translate('work.trash.empty')}</Typography>
            ) : (
              <Removed items={items} />
            )
          }
        </QueryBoundary>
      </Paper>
    </>
  )
}

function Removed({ items }: { items: readonly TrashItem[] }) {
  const translate = useTranslate()
  const heads = ['what', 'removed', 'gone'] as const
  return (
    <Box sx={{ overflowX: 'auto', ...cardTable }}>
      <Table size="small" aria-label={translate('work.trash.title')}>
        <TableHead>
          <TableRow>
            {heads.map((head) => (
              <TableCell key={head}>{translate(`work.trash.${head}`)}</TableCell>
            ))}
            <TableCell component="td" />
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

function Row({ item: { id, object, record, name, removedAt, removedBy, goneAt } }: { item: TrashItem }) {
  const translate = useTranslate()
  const kind = useResourceName()(object, 1)
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const notify = useNotify()
  const errorText = useErrorText()
  const client = useQueryClient()
  const { run, isRunning, error } = useAsyncAction()
  const called = `${kind} ${name ?? `#${record}`}`
  const restore = () =>
    run(async () => {
      await dataProvider.callApi(`/api/trash/${id}/restore`, { method: 'POST', body: '{}' })
      notify('work.trash.restored', { type: 'success', messageArgs: { name: called } })
      await client.invalidateQueries()
    })
  return (
    <TableRow>
      <TableCell data-label={translate('work.trash.what')}>{called}</TableCell>
      <TableCell data-label={translate('work.trash.removed')}>
        <RelativeMoment at={removedAt} />
        {removedBy ? ` · ${removedBy}` : ''}
      </TableCell>
      <TableCell data-label={translate('work.trash.gone')}>
        <RelativeMoment at={goneAt} />
      </TableCell>
      <TableCell align="right">
        <Button
          size="small"
          variant="outlined"
          loading={isRunning}
          aria-label={translate('work.trash.restoreNamed', { name: called })}
          onClick={() => void restore()}
        >
          {translate('work.trash.restore')}
        </Button>
        {error === null ? null : (
          <Typography role="alert" variant="caption" color="error" component="p">
            {errorText(error)}
          </Typography>
        )}
      </TableCell>
    </TableRow>
  )
}
