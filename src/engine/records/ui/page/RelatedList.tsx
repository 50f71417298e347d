import { Suspense } from 'react'
import {
  type Identifier,
  LinkBase,
  ListBase,
  Pagination,
  useGetList,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { can } from '#engine/declaration/derive/access.ts'
import type { ListTab } from '#engine/declaration/recordPage.ts'
import { isEmpty } from '#engine/ui/fields/format.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { slots } from '#engine/ui/slots.ts'
import { PartialNotice } from '../PartialNotice.tsx'
import { useRowsQuery } from '../list/useRowsQuery.ts'
import { RecordTable } from '../list/RecordTable.tsx'
import { useActor, useConfiguredResource, useResources } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'

const perPage = 10
/** How high a row is, and the head. */
const rowPx = 34

/** The records of another resource that refer to the one that is open, as their list shows them. */
export default function RelatedList({ tab: { list, by } }: { tab: ListTab }) {
  const record = useRecordContext()
  const resource = useResources()[list]!
  const [reference, further] = by.split('.') as [string, string | undefined]
  const via = resource.fields[reference]!.target!
  if (!record) return null
  if (further === undefined) return <ListOf list={list} by={by} ids={[record.id]} />
  return <ListThrough list={list} by={reference} via={via} further={further} />
}

/** Of so many in between the records are listed. */
const betweenMax = 1000

/** The records that refer to it by what they name: those are looked up first. */
function ListThrough({ list, by, via, further }: { list: string; by: string; via: string; further: string }) {
  const errorText = useErrorText()
  const name = useResourceName()
  const translate = useTranslate()
  const record = useRecordContext()
  const { data, error } = useGetList(via, {
    filter: { [further]: [record!.id] },
    sort: { field: 'id', order: 'ASC' },
    pagination: { page: 1, perPage: betweenMax },
  })
  if (error) return <Alert severity="error">{errorText(error)}</Alert>
  if (!data) return <Skeleton variant="rounded" height={rowPx * (perPage + 3)} />
  if (data.length > 0) return <ListOf list={list} by={by} ids={data.map(({ id }) => id)} isThrough />
  return (
    <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
      {name(list, 2)}: {translate('work.record.none')}
    </Typography>
  )
}

interface Listed {
  readonly list: string
  readonly by: string
  readonly ids: readonly Identifier[]
  /** By what they name, which differs from row to row. */
  readonly isThrough?: boolean
}

function ListOf({ list, by, ids, isThrough = false }: Listed) {
  const resource = useResources()[list]!
  const queryOptions = useRowsQuery(resource)
  const [field, order] = resource.list.sort
  const filter = { [by]: ids }
  return (
    <ListBase
      resource={list}
      filter={filter}
      sort={{ field, order }}
      perPage={perPage}
      disableSyncWithLocation
      storeKey={false}
      queryOptions={queryOptions}
    >
      <Rows by={isThrough ? null : by} filter={filter} />
    </ListBase>
  )
}

interface RowsProps {
  /** The reference that is the same in every row, and in a new one; null where it is not. */
  readonly by: string | null
  readonly filter: Readonly<Record<string, unknown>>
}

function Rows({ by, filter }: RowsProps) {
  const errorText = useErrorText()
  const resource = useConfiguredResource()
  const { data, error, isPending, isFetching, total } = useListContext()
  const Own = slots().relatedRows[resource.name]
  // What is the same in every row, or in none, says nothing here.
  const hidden = [
    ...(by === null ? [] : [by]),
    ...resource.list.columns.filter((name) => data?.length && data.every((row) => isEmpty(row[name]))),
  ]
  if (error) return <Alert severity="error">{errorText(error)}</Alert>
  if (isPending) return <Skeleton variant="rounded" height={rowPx * (perPage + 3)} />
  return (
    <>
      <Above by={by} filter={filter} isEmpty={total === 0} />
      {total === 0 ? null : (
        <Paper variant="outlined" sx={{ overflow: 'hidden' }} aria-busy={isFetching}>
          {data?.some(({ isPartial }) => isPartial === true) && <PartialNotice />}
          <Suspense fallback={<Skeleton variant="rounded" height={rowPx * (data.length + 1)} />}>
            {Own ? (
              <Own>{(rows) => <RecordTable {...rows} hidden={[...(rows.hidden ?? []), ...hidden]} />}</Own>
            ) : (
              <RecordTable hidden={hidden} />
            )}
          </Suspense>
          {(total ?? 0) > perPage ? (
            <Pagination rowsPerPageOptions={[perPage, 25, 100]} sx={{ borderTop: 1, borderColor: 'divider' }} />
          ) : null}
        </Paper>
      )}
    </>
  )
}

/** How to come to the whole list, with its filters and files, and to a new one of them. */
function Above({ by, filter, isEmpty }: RowsProps & { isEmpty: boolean }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const actor = useActor()
  const record = useRecordContext()
  const name = useResourceName()
  const value = by !== null && resource.fields[by]?.kind === 'references' ? [record?.id] : record?.id
  const isMade = by !== null && can({ actor, resource, operation: 'create' }) && !resource.madeElsewhere
  const source = encodeURIComponent(JSON.stringify({ [by ?? '']: value }))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1, minHeight: 40 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, flexGrow: 1 }}>
        {name(resource.name, 2)}
        {isEmpty ? `: ${translate('work.record.none')}` : ''}
      </Typography>
      {isEmpty ? null : (
        <Button
          size="small"
          component={LinkBase}
          to={`/${resource.name}?filter=${encodeURIComponent(JSON.stringify(filter))}`}
        >
          {translate('work.record.openList')}
        </Button>
      )}
      {isMade ? (
        <Button size="small" variant="outlined" component={LinkBase} to={`/${resource.name}/create?source=${source}`}>
          {translate('panels.search.new', { name: name(resource.name, 1) })}
        </Button>
      ) : null}
    </Box>
  )
}
