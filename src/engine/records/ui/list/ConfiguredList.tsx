import { lazy, Suspense, useState } from 'react'
import { ListBase, Pagination, useListContext, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import { PartialNotice } from '../PartialNotice.tsx'
import { hasSearch } from '../derivePages.ts'
import { PageHeading } from '../PageHeading.tsx'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { CreateButton } from './CreateButton.tsx'
import { EmptyList } from './EmptyList.tsx'
import { KeptOrder, perPageOptions, useOrderAtFirst } from './preferences/KeptOrder.tsx'
import { ListLinks } from './ListLinks.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { RecordTable, type RecordTableProps } from './RecordTable.tsx'
import { useRowsQuery } from './useRowsQuery.ts'

// The list's own first question comes with it: it is asked before the list is shown.
export { firstRows } from './firstRows.ts'

const ColumnEdges = lazy(() => import('./edit/ColumnEdges.tsx'))

interface RowsInPlace {
  readonly rows?: RecordTableProps | undefined
}

interface ConfiguredListProps extends RowsInPlace {
  /** What narrows the rows beside the reader's own filters, unseen. */
  readonly filter?: object | undefined
}

/**
 * The list of a resource, as its declaration says: columns, filters, sort, bulk actions, export. Its state is in the
 * address. react-admin's `List` is this and a view whose toolbar brings filter forms along, which a list does without
 * until they are asked for. Who may not list something has no such page (`ConfiguredResources`): asked again here, the
 * page would be drawn three times before its rows are asked for.
 */
export function ConfiguredList({ rows, filter }: ConfiguredListProps) {
  return (
    <ListBase
      {...useOrderAtFirst()}
      {...(filter ? { filter } : {})}
      queryOptions={useRowsQuery(useConfiguredResource())}
      disableAuthentication
    >
      <KeptOrder>
        <ListPage rows={rows} />
      </KeptOrder>
    </ListBase>
  )
}

/** What leads to other pages stands below the title and what makes a new one where there is no room beside them. */
const waysOn = {
  display: 'flex',
  gap: 1,
  order: { xs: 1, md: 0 },
  width: { xs: '100%', md: 'auto' },
  overflowX: { xs: 'auto', md: 'visible' },
  '& > *': { flex: 'none' },
  '&:empty': { display: 'none' },
} as const

function ListPage({ rows }: RowsInPlace) {
  const resource = useConfiguredResource()
  const name = useResourceName()(resource.name, 2)
  const { total, filterValues, isPending, error } = useListContext()
  const isFiltered = Object.keys(filterValues).length > 0
  const isEmpty = !isPending && !error && total === 0 && !isFiltered
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={name}>
        <Box sx={waysOn}>
          <ListLinks />
        </Box>
        <CreateButton />
      </PageHeading>
      {isEmpty ? <EmptyList /> : <FilledList rows={rows} />}
    </Box>
  )
}

function FilledList({ rows }: RowsInPlace) {
  const resource = useConfiguredResource()
  const actor = useActor()
  const translate = useTranslate()
  const { data, error, isFetching, total = 0 } = useListContext()
  const [hasMouse, setHasMouse] = useState(false)
  return (
    <Paper
      variant="outlined"
      sx={{ overflow: 'hidden', position: 'relative' }}
      aria-busy={isFetching}
      data-paper={data && total > data.length ? translate('resourcePages.export.paperMore') : undefined}
      onPointerMove={() => setHasMouse(true)}
    >
      {hasMouse && (
        <Suspense fallback={null}>
          <ColumnEdges {...rows} />
        </Suspense>
      )}
      {isFetching && <Fetching />}
      <ListToolbar hasSearch={hasSearch({ resource, actor })} columns={rows} />
      {data?.some(({ isPartial }) => isPartial === true) && <PartialNotice />}
      {error ? <ListError error={error} /> : <RecordTable {...rows} />}
      {error ? null : <Pagination rowsPerPageOptions={perPageOptions} sx={{ borderTop: 1, borderColor: 'divider' }} />}
    </Paper>
  )
}

/**
 * That rows are on their way, where it takes long enough to be noticed: a line that flashes with every answer would
 * only be unrest.
 */
function Fetching() {
  const translate = useTranslate()
  return (
    <LinearProgress
      aria-label={translate('ra.page.loading')}
      sx={{
        position: 'absolute',
        inset: '0 0 auto',
        zIndex: 3,
        opacity: 0,
        animation: 'appear 0s linear 300ms forwards',
        '@keyframes appear': { to: { opacity: 1 } },
      }}
    />
  )
}

function ListError({ error }: { error: unknown }) {
  const translate = useTranslate()
  const text = useErrorText()
  const { refetch, setFilters, filterValues } = useListContext()
  const isFiltered = Object.keys(filterValues).length > 0
  return (
    <Alert
      severity="error"
      sx={{ m: 2 }}
      action={
        <>
          {isFiltered && (
            <Button color="inherit" size="small" onClick={() => setFilters({}, [])}>
              {translate('resourcePages.filters.clear')}
            </Button>
          )}
          <Button color="inherit" size="small" onClick={() => void refetch()}>
            {translate('resourcePages.list.retry')}
          </Button>
        </>
      }
    >
      {text(error)}
    </Alert>
  )
}
