import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import GroupOutlined from '@mui/icons-material/GroupOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { can } from '#engine/declaration/derive/access.ts'
import type { BackOfficeDataProvider } from '#engine/records/ui/dataProvider.ts'
import { optionsMeta } from '#engine/ui/fields/ReferenceValue.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { NameCell, RowButton, RowLink, Toggle } from './rowParts.tsx'
import { TreeRow } from './TreeGrid.tsx'
import { affiliatesKey } from './useHierarchy.ts'

interface Named {
  readonly id: number
  readonly name: string
}
interface Page {
  readonly rows: readonly Named[]
  readonly total: number
}

const pageSize = 25

/**
 * The affiliates of a partner (null: of none), some at a time; whoever may not list them gets the names, all at once.
 */
function useAffiliates({ partner, company = null }: { partner: number | null; company?: number | null | undefined }) {
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const actor = useActor()
  const { affiliate } = useResources()
  const mayList = affiliate !== undefined && can({ actor, resource: affiliate, operation: 'list' })
  return useInfiniteQuery({
    queryKey: [...affiliatesKey(partner), company],
    initialPageParam: 1,
    retry: false,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const { data, total } = await dataProvider.getList('affiliate', {
        filter: { partner, ...(company === null ? {} : { company }) },
        pagination: { page: pageParam, perPage: pageSize },
        sort: { field: 'name', order: 'ASC' },
        signal,
        ...(mayList ? {} : { meta: optionsMeta }),
      })
      return { rows: data.map(({ id, name }) => ({ id: Number(id), name: String(name) })), total: total ?? data.length }
    },
    getNextPageParam: (last, pages) =>
      pages.reduce((count, { rows }) => count + rows.length, 0) < last.total ? pages.length + 1 : undefined,
  })
}

interface AffiliatesProps {
  /** Null: those that hang on nobody. */
  readonly partner: number | null
  /** Of those that hang on nobody, the ones of this company. */
  readonly company?: number | null | undefined
  readonly title: string
  readonly count: number
  readonly level: number
  /** Absent where one may not move them. */
  readonly onMove: ((affiliate: Named, from: number | null) => void) | undefined
}

/** The row that stands for a partner's affiliates, and below it, when it is open, they themselves. */
export function AffiliateRows({ partner, company, title, count, level, onMove }: AffiliatesProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <TreeRow id={`affiliates-of-${partner ?? 'nobody'}`} level={level} isOpen={count > 0 ? isOpen : undefined}>
        <NameCell
          level={level}
          icon={<GroupOutlined fontSize="small" />}
          toggle={count > 0 && <Toggle isOpen={isOpen} name={title} onToggle={() => setIsOpen(!isOpen)} />}
        >
          <Typography variant="body2" color="textSecondary">
            {title} ({count})
          </Typography>
        </NameCell>
      </TreeRow>
      {isOpen && count > 0 && <OpenAffiliates partner={partner} company={company} level={level + 1} onMove={onMove} />}
    </>
  )
}

function OpenAffiliates({
  partner,
  company,
  level,
  onMove,
}: Pick<AffiliatesProps, 'partner' | 'company' | 'level' | 'onMove'>) {
  const translate = useTranslate()
  const { data, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useAffiliates({
    partner,
    company,
  })
  const shown = data?.pages.flatMap(({ rows }) => rows) ?? []
  const id = `more-affiliates-of-${partner ?? 'nobody'}`
  return (
    <>
      {shown.map((affiliate) => (
        <AffiliateRow key={affiliate.id} affiliate={affiliate} partner={partner} level={level} onMove={onMove} />
      ))}
      {(isPending || isError || hasNextPage) && (
        <TreeRow id={id} level={level}>
          <NameCell level={level} toggle={null} icon={null}>
            {isPending && (
              <Typography variant="body2" color="textSecondary">
                {translate('panels.hierarchy.loading')}
              </Typography>
            )}
            {isError && <RowButton onClick={() => void refetch()}>{translate('resourcePages.list.retry')}</RowButton>}
            {hasNextPage && (
              <RowButton isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {translate('panels.hierarchy.moreAffiliates', { shown: shown.length, total: data?.pages[0]?.total })}
              </RowButton>
            )}
          </NameCell>
        </TreeRow>
      )}
    </>
  )
}

function AffiliateRow({
  affiliate,
  partner,
  level,
  onMove,
}: { affiliate: Named } & Pick<AffiliatesProps, 'partner' | 'level' | 'onMove'>) {
  const translate = useTranslate()
  const resourceName = useResourceName()('affiliate', 1)
  return (
    <TreeRow id={`affiliate-${affiliate.id}`} level={level}>
      <NameCell level={level} toggle={null} icon={<PersonOutlined fontSize="small" titleAccess={resourceName} />}>
        <Typography variant="body2" component="div">
          <RowLink resource="affiliate" id={affiliate.id}>
            {affiliate.name}
          </RowLink>
        </Typography>
      </NameCell>
      <Box role="gridcell" sx={{ flex: 'none' }}>
        {onMove && (
          <RowButton
            onClick={() => onMove(affiliate, partner)}
            label={translate('panels.hierarchy.moveAffiliate', { name: affiliate.name })}
          >
            {translate('panels.hierarchy.edit')}
          </RowButton>
        )}
      </Box>
    </TreeRow>
  )
}
