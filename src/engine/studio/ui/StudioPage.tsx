import { useMemo, useState } from 'react'
import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { resources } from '#resources/index.ts'
import { declaredOf, overlaidResources } from '#engine/declaration/overlay/overlay.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useAddress } from '#engine/ui/queryPage/useAddress.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { laidOver } from '../editOverlay.ts'
import { ColumnOrder } from './ColumnOrder.tsx'
import { Differences, useDifferenceRows } from './Differences.tsx'
import { FieldRows } from './FieldRows.tsx'
import { FormPreview } from './FormPreview.tsx'
import { MenuOrder } from './MenuOrder.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { type StudioScope, StudioContext, useStudioScope } from './studioContext.ts'
import { type Studio, useStudio } from './useStudio.ts'
import { type StudioTexts, useStudioTexts } from './useStudioTexts.ts'
import { Versions } from './Versions.tsx'

const declared = declaredOf(resources) as Readonly<Record<string, AnyResource>>
/** Every entity with a list, as it is declared. */
const entities = Object.values(declared).filter(({ nature }) => nature !== 'log')
const menuKey = 'menu'

/** The configuration studio: what people see of records, changed without an editor. For root. */
export default function StudioPage() {
  const translate = useTranslate()
  const texts = useStudioTexts()
  const studio = useStudio()
  return (
    <Box sx={{ minWidth: 0 }}>
      <PageHeading title={translate('moneyPages.studio.title')} detail={texts?.say('lead')} />
      {texts ? (
        <QueryBoundary
          query={studio.isAwaited ? ({ ...studio.studio, error: null } as typeof studio.studio) : studio.studio}
        >
          {() => <StudioBody texts={texts} studio={studio} />}
        </QueryBoundary>
      ) : (
        <Skeleton variant="rectangular" height={240} />
      )}
    </Box>
  )
}

function useScope({ say, labels }: StudioTexts, studio: Studio, entity: string): StudioScope {
  const language = useLanguage()
  const resource = declared[entity] ?? declared['affiliate']!
  return useMemo(() => {
    const { overlay } = studio
    const published = studio.studio.data?.overlay ?? {}
    const all = overlaidResources(declared, overlay)
    return {
      say,
      studio,
      published,
      resource,
      laid: laidOver(resource, overlay),
      fieldLabel: (name, field, spoken = language) =>
        overlay.resources?.[name]?.fields?.[field]?.label?.[spoken] ??
        published.resources?.[name]?.fields?.[field]?.label?.[spoken] ??
        labels[spoken]?.resources[name]?.fields[field] ??
        field,
      labelInForce: (name, field, spoken) => labels[spoken]?.resources[name]?.fields[field],
      sectionLabel: (name, section) =>
        overlay.resources?.[name]?.sections?.[section]?.[language] ??
        labels[language]?.resources[name]?.sections[section] ??
        section,
      helpOf: (name, field, spoken) =>
        overlay.resources?.[name]?.fields?.[field]?.help?.[spoken] ??
        labels[spoken]?.resources[name]?.help?.[field] ??
        '',
      declaredResource: (name) => declared[name] ?? all[name],
    }
  }, [say, labels, studio, resource, language])
}

function StudioBody({ texts, studio }: { texts: StudioTexts; studio: Studio }) {
  const { say } = texts
  const address = useAddress()
  const resourceName = useResourceName()
  const chosen = address.get('entity') || 'affiliate'
  const scope = useScope(texts, studio, chosen)
  const options = [
    ...entities
      .map(({ name }) => ({ name, label: resourceName(name, 2) }))
      .toSorted((one, other) => one.label.localeCompare(other.label)),
    { name: menuKey, label: say('menu') },
  ]
  return (
    <StudioContext value={scope}>
      <Stack spacing={2}>
        <DraftBar />
        <TextField
          select
          label={say('entities')}
          value={options.some(({ name }) => name === chosen) ? chosen : 'affiliate'}
          onChange={({ target }) => address.put({ entity: target.value })}
          sx={{ maxWidth: 320 }}
        >
          {options.map(({ name, label }) => (
            <MenuItem key={name} value={name}>
              {label}
            </MenuItem>
          ))}
        </TextField>
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
            alignItems: 'start',
          }}
        >
          {chosen === menuKey ? <MenuOrder /> : <FieldRows key={chosen} />}
          <Stack spacing={2}>
            {chosen !== menuKey && <ColumnOrder />}
            {chosen !== menuKey && <FormPreview />}
            <Versions />
          </Stack>
        </Box>
      </Stack>
    </StudioContext>
  )
}

/** How many changes wait in the draft, and what becomes of them; nothing where there is none. */
function DraftBar() {
  const scope = useStudioScope()
  const { say, studio, published } = scope
  const [isOpen, setIsOpen] = useState<'differences' | 'publish' | null>(null)
  const rows = useDifferenceRows(published, studio.overlay)
  const isStale = studio.studio.data?.draft && studio.studio.data.draft.basedOn !== studio.newest
  return (
    <Box aria-live="polite">
      {studio.isAwaited && <Alert severity="info">{say('publishing')}</Alert>}
      {studio.problems.length > 0 && (
        <Alert severity="error" sx={{ mb: 1 }}>
          <strong>{say('problem')}</strong>
          {studio.problems.map((problem) => (
            <Box key={problem}>{problem}</Box>
          ))}
        </Alert>
      )}
      {!studio.isAwaited && studio.studio.data?.draft && (
        <Alert
          severity="warning"
          sx={{ alignItems: 'center', flexWrap: 'wrap', '& .MuiAlert-action': { flexWrap: 'wrap', gap: 1, pt: 0 } }}
          action={
            <>
              <Button color="inherit" disabled={!studio.canUndo || studio.isWorking} onClick={() => void studio.undo()}>
                {say('undo')}
              </Button>
              <Button color="inherit" disabled={studio.isWorking} onClick={() => void studio.discard()}>
                {say('discard')}
              </Button>
              <Button color="inherit" onClick={() => setIsOpen('differences')}>
                {say('differences')}
              </Button>
              <Button
                variant="contained"
                disabled={rows.length === 0 || studio.isWorking || Boolean(isStale)}
                onClick={() => setIsOpen('publish')}
              >
                {say('publish')}
              </Button>
            </>
          }
        >
          <strong>{say('draft', { smart_count: rows.length })}</strong>{' '}
          {isStale ? say('stale', { version: studio.newest }) : say('onlyYou')}
        </Alert>
      )}
      {isOpen === 'differences' && <Differences rows={rows} onClose={() => setIsOpen(null)} />}
      {isOpen === 'publish' && <PublishDialog rows={rows} onClose={() => setIsOpen(null)} />}
    </Box>
  )
}
