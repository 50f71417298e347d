import { useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { SiteDecisions } from '../../answers/sites.ts'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { DecisionList } from '../DecisionList.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { PagedRows } from '#features/portal/ui/PagedRows.tsx'
import { type OwnSite, SiteDialog } from './SiteDialog.tsx'
import { useAnswer } from '#features/portal/ui/usePortal.ts'

const colors = { waiting: 'default', approved: 'success', refused: 'error' } as const

/** Where an affiliate says that it advertises, and what was decided about it. */
export default function SitesPage() {
  const translate = useTranslate()
  const [isNew, setIsNew] = useState(false)
  return (
    <>
      <PageHeading title={translate('portal.pages.sites')} detail={translate('portal.sites.lead')}>
        <Button variant="contained" onClick={() => setIsNew(true)}>
          {translate('portal.sites.add')}
        </Button>
      </PageHeading>
      <PagedRows<OwnSite>
        resource="affiliateSite"
        sort="createdAt"
        empty={translate('portal.sites.none')}
        row={(site) => <SiteRow site={site} />}
      />
      {isNew && <SiteDialog onClose={() => setIsNew(false)} />}
    </>
  )
}

function SiteRow({ site }: { site: OwnSite }) {
  const translate = useTranslate()
  const { address, kind, usage, state, reason } = site
  const [isChanging, setIsChanging] = useState(false)
  const [isShown, setIsShown] = useState(false)
  return (
    <>
      <Stack direction="row" spacing={1} sx={{ alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>
          {address}
        </Typography>
        <Chip
          size="small"
          variant="outlined"
          color={colors[state]}
          label={translate(labelKeys.choice('siteState', state))}
        />
      </Stack>
      <Typography variant="body2">{translate(labelKeys.choice('siteKind', kind))}</Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        {usage}
      </Typography>
      {state === 'refused' && reason && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {reason}
        </Alert>
      )}
      <Stack direction="row" spacing={1} sx={{ mt: 1 }}>
        <Button size="small" onClick={() => setIsChanging(true)}>
          {translate('portal.sites.change')}
        </Button>
        <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {translate('portal.sites.decisions')}
        </Button>
      </Stack>
      {isShown && <Decisions id={site.id} />}
      {isChanging && <SiteDialog site={site} onClose={() => setIsChanging(false)} />}
    </>
  )
}

function Decisions({ id }: { id: number }) {
  const query = useAnswer<SiteDecisions>(`/api/portal/site/${id}/decision`)
  return (
    <QueryBoundary query={query}>
      {({ decisions }) => <DecisionList decisions={decisions} words="portal.sites" />}
    </QueryBoundary>
  )
}
