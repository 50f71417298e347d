import { useEffect, useId, useMemo, useState } from 'react'
import { LinkBase, useLocation, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { can, writableFields } from '#engine/declaration/derive/access.ts'
import { useFieldLabel, useResourceName } from '#engine/ui/fields/labels.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import { RecordLink } from '#engine/ui/fields/RecordLink.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor, useResources } from '#engine/records/ui/ResourcesContext.tsx'
import { NotFound } from '#engine/ui/shell/notFound/NotFound.tsx'
import { AffiliateRows } from './AffiliateRows.tsx'
import { EditPartnerDialog } from './EditPartnerDialog.tsx'
import { companiesOf, type Hierarchy, ofCompany, type Partner, treesMatching, treesOf } from './hierarchyTree.ts'
import { MoveAffiliateDialog } from './MoveAffiliateDialog.tsx'
import { PartnerRows } from './PartnerRows.tsx'
import { columns, WideCell } from './rowParts.tsx'
import { TreeGrid } from './TreeGrid.tsx'
import { useHierarchy } from './useHierarchy.ts'
import { useOpenPartners } from './useOpenPartners.ts'

/** The partners in their three levels with what hangs on each, to read and to change. */
export function HierarchyPage() {
  const actor = useActor()
  const { partner } = useResources()
  return partner && can({ actor, resource: partner, operation: 'list' }) ? <Page /> : <NotFound />
}

function Page() {
  const translate = useTranslate()
  const { data: whole, isPending, refetch } = useHierarchy()
  const { data, companies, company, choose } = useOneCompany(whole)
  const retry = (
    <Button color="inherit" size="small" onClick={() => void refetch()}>
      {translate('resourcePages.list.retry')}
    </Button>
  )
  return (
    <Box sx={{ maxWidth: 1100, mx: 'auto' }}>
      <PageHeading title={translate('panels.hierarchy.title')} detail={translate('panels.hierarchy.lead')}>
        <HeadingLinks />
      </PageHeading>
      {isPending && <Skeleton variant="rounded" height={320} />}
      {!isPending && !data && (
        <Alert severity="error" action={retry}>
          {translate('panels.hierarchy.failed')}
        </Alert>
      )}
      {companies.length > 1 && <CompanyChoice companies={companies} value={company} onChange={choose} />}
      {data && <Levels hierarchy={data} />}
      {data?.partners.length === 0 && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {translate('panels.hierarchy.empty')} {translate('panels.hierarchy.emptyText')}
        </Alert>
      )}
      {data && data.partners.length > 0 && <Tree key={company} hierarchy={data} />}
    </Box>
  )
}

/**
 * Whoever sees several companies reads one at a time: that of the partner they came for, else their own. A partner
 * hangs on nobody of another company.
 */
function useOneCompany(whole: Hierarchy | undefined) {
  const { company: own } = useActor()
  const marked = useMarked()
  const [chosen, choose] = useState<number | null>(null)
  const companies = useMemo(() => (whole ? companiesOf(whole) : []), [whole])
  const wanted = [chosen, whole?.partners.find(({ id }) => id === marked)?.company, own].find(
    (id) => id !== null && id !== undefined && companies.includes(id),
  )
  const company = companies.length > 1 ? (wanted ?? companies[0]!) : null
  const data = useMemo(() => whole && ofCompany(whole, company), [whole, company])
  return { data, companies, company, choose }
}

function CompanyChoice({
  companies,
  value,
  onChange,
}: {
  companies: readonly number[]
  value: number | null
  onChange: (company: number) => void
}) {
  const resourceName = useResourceName()
  const names = useReferenceNames({ target: 'company', ids: companies })
  return (
    <TextField
      select
      label={resourceName('company', 1)}
      value={value ?? ''}
      onChange={({ target }) => onChange(Number(target.value))}
      sx={{ mb: 1.5, minWidth: 240 }}
    >
      {names.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  )
}

function HeadingLinks() {
  const translate = useTranslate()
  const actor = useActor()
  const { partner } = useResources()
  return (
    <>
      <Button component={LinkBase} to="/partner" variant="outlined">
        {translate('panels.hierarchy.list')}
      </Button>
      {can({ actor, resource: partner!, operation: 'create' }) && (
        <Button component={LinkBase} to="/partner/create" variant="contained">
          {translate('panels.hierarchy.add')}
        </Button>
      )}
    </>
  )
}

/** The levels by name, leading to their formulas. */
function Levels({ hierarchy: { levels } }: { hierarchy: Hierarchy }) {
  const translate = useTranslate()
  return (
    <Typography variant="body2" component="div" sx={{ mb: 1.5, display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
      {levels.map(({ id, name, level }) => (
        <span key={id}>
          {translate('panels.hierarchy.level', { level })}:{' '}
          <RecordLink resource="partnerLevel" id={id}>
            {name}
          </RecordLink>
        </span>
      ))}
    </Typography>
  )
}

/** Which dialog is open, and for whom. */
type Editing =
  | { readonly kind: 'partner'; readonly partner: Partner }
  | { readonly kind: 'affiliate'; readonly affiliate: { id: number; name: string }; readonly from: number | null }
  | null

function useRights() {
  const actor = useActor()
  const { partner, affiliate } = useResources()
  return {
    mayEdit: can({ actor, resource: partner!, operation: 'update' }),
    mayMove:
      can({ actor, resource: affiliate!, operation: 'update' }) &&
      writableFields({ actor, resource: affiliate!, operation: 'update' }).includes('partner'),
    mayListAffiliates: can({ actor, resource: affiliate!, operation: 'list' }),
  }
}

/** The partner one came for, from its page. */
function useMarked(): number | null {
  const { search } = useLocation()
  const id = Number(new URLSearchParams(search).get('partner'))
  return Number.isInteger(id) && id > 0 ? id : null
}

function Tree({ hierarchy }: { hierarchy: Hierarchy }) {
  const translate = useTranslate()
  const { mayEdit, mayMove, mayListAffiliates } = useRights()
  const [editing, setEditing] = useState<Editing>(null)
  const [text, setText] = useState('')
  const marked = useMarked()
  const keysId = useId()
  const all = useMemo(() => treesOf(hierarchy), [hierarchy])
  const { trees, count } = useMemo(() => treesMatching(all, text), [all, text])
  const { isOpen, onToggle, openAll, closeAll } = useOpenPartners({ hierarchy, marked, isFiltered: text.trim() !== '' })
  useEffect(() => {
    if (marked !== null) document.getElementById(`partner-${marked}`)?.scrollIntoView({ block: 'center' })
  }, [marked])
  const onMove = mayMove
    ? (affiliate: { id: number; name: string }, from: number | null) =>
        setEditing({ kind: 'affiliate', affiliate, from })
    : undefined
  const handlers = {
    isOpen,
    onToggle,
    marked,
    onMove,
    onEdit: mayEdit ? (partner: Partner) => setEditing({ kind: 'partner', partner }) : undefined,
  }
  const close = () => setEditing(null)
  const freeCount = hierarchy.freeAffiliates.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <TextField
          type="search"
          label={translate('panels.hierarchy.filter')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          sx={{ maxWidth: { sm: 280 } }}
        />
        <Typography component="output" variant="body2" color="textSecondary">
          {text.trim() === '' ? '' : translate('panels.hierarchy.filtered', { smart_count: count })}
        </Typography>
        <Box sx={{ flex: 1 }} />
        <Button size="small" onClick={openAll}>
          {translate('panels.hierarchy.expandAll')}
        </Button>
        <Button size="small" onClick={closeAll}>
          {translate('panels.hierarchy.collapseAll')}
        </Button>
      </Box>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <TreeGrid label={translate('panels.hierarchy.title')} describedBy={keysId} head={<Head />}>
          {trees.map((node, index) => (
            <PartnerRows key={node.partner.id} node={node} level={1} isFirst={index === 0} handlers={handlers} />
          ))}
          {mayListAffiliates && freeCount > 0 && text.trim() === '' && (
            <AffiliateRows
              partner={null}
              title={translate('panels.hierarchy.withoutPartner')}
              count={freeCount}
              company={hierarchy.freeAffiliates.length === 1 ? hierarchy.freeAffiliates[0]!.company : null}
              level={1}
              onMove={onMove}
            />
          )}
        </TreeGrid>
      </Paper>
      <Typography id={keysId} variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
        {translate('panels.hierarchy.keys')}
      </Typography>
      {editing?.kind === 'partner' && (
        <EditPartnerDialog partner={editing.partner} hierarchy={hierarchy} onClose={close} />
      )}
      {editing?.kind === 'affiliate' && (
        <MoveAffiliateDialog affiliate={editing.affiliate} from={editing.from} hierarchy={hierarchy} onClose={close} />
      )}
    </>
  )
}

function Head() {
  const translate = useTranslate()
  const label = useFieldLabel()
  const resourceName = useResourceName()
  const heading = (text: string) => (
    <Typography variant="caption" color="textSecondary" sx={{ fontWeight: 600 }}>
      {text}
    </Typography>
  )
  return (
    <Box role="row" sx={{ display: { xs: 'none', md: 'flex' }, gap: 1, px: 2, py: 1 }}>
      <Box role="columnheader" sx={{ flex: '1 1 auto' }}>
        {heading(resourceName('partner', 1))}
      </Box>
      <WideCell role="columnheader" width={columns.level}>
        {heading(label('partner', 'partnerLevel'))}
      </WideCell>
      <WideCell role="columnheader" width={columns.percentage} isNumber>
        {heading(label('partner', 'percentage'))}
      </WideCell>
      <WideCell role="columnheader" width={columns.abatement} isNumber>
        {heading(label('partner', 'abatement'))}
      </WideCell>
      <WideCell role="columnheader" width={columns.affiliates} isNumber>
        {heading(label('partner', 'affiliates'))}
      </WideCell>
      <Box role="columnheader" sx={{ flex: '0 0 90px', textAlign: 'right' }}>
        {heading(translate('panels.hierarchy.actions'))}
      </Box>
    </Box>
  )
}
