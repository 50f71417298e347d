import { lazy, Suspense, useEffect } from 'react'
import { Edit, useEditContext, useNavigate, useParams, useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { isListTab } from '#engine/declaration/recordPage.ts'
import { FieldValue } from '#engine/ui/fields/FieldValue.tsx'
import { isEmpty } from '#engine/ui/fields/format.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { slots } from '#engine/ui/slots.ts'
import { NotFound } from '#engine/ui/shell/notFound/NotFound.tsx'
import { RecordActions } from '../actions/RecordActions.tsx'
import { LogLink } from '../LogLink.tsx'
import { headAction, suspendRoom, topRoom } from '../page/headRoom.ts'
import { useIsBelowHeadShown } from '../page/useHead.ts'
import type { BarTab } from '../page/tabs.ts'
import { useTabs } from '../page/useTabs.ts'
import { PageHeading } from '../PageHeading.tsx'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { useRecordTitle } from '../useRecordTitle.ts'
import { ConfiguredForm } from './ConfiguredForm.tsx'
import { formPage } from './formPage.ts'
import { DecisionPanel, RecordPanels } from './RecordPanels.tsx'
import { StaleVersionDialog } from './StaleVersionDialog.tsx'
import { useRecordSave } from './useRecordSave.ts'

const PageTop = lazy(() => import('../page/PageTop.tsx'))
const TabContent = lazy(() => import('../page/TabContent.tsx'))
const HeadActions = lazy(() => import('../page/HeadActions.tsx'))

/**
 * The page of one record: its form where one may change it, what it says where one may only read it. An address that
 * can be no record's is none: so ends the way to `/create` of somebody who may not create.
 */
export function ConfiguredEdit() {
  const { id } = useParams<{ id: string }>()
  const { page } = useConfiguredResource()
  const { open, moved } = useTabs()
  if (moved !== undefined) return <Redirected to={moved} />
  const isThere = /^\d+$/.test(id ?? '') && (page === undefined || open !== undefined)
  return isThere ? <OneRecord key={id} /> : <NotFound />
}

const isFormIn = ({ parts }: BarTab) => parts.some(({ tab }) => tab === 'form')

/** From an address that led elsewhere once. */
function Redirected({ to }: { to: string }): null {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace: true }), [navigate, to])
  return null
}

/** What the page says of the record beside its name. */
function About() {
  const { fields, page } = useConfiguredResource()
  const record = useRecordContext()
  return page?.about
    ?.filter((name) => !isEmpty(record?.[name]))
    .map((name) => (
      <Box key={name} component="span" sx={{ '&::before': { content: '" · "' }, overflowWrap: 'anywhere' }}>
        <FieldValue field={fields[name]!} value={record?.[name]} />
      </Box>
    ))
}

function OneRecord() {
  const { saving, conflict, keepsTyped, formNumber, setTypedOver } = useRecordSave()
  // Whoever may read a record has its page; react-admin would ask for the right to change it.
  return (
    <Edit
      {...saving}
      queryOptions={{ retry: false }}
      title={false}
      actions={false}
      component="div"
      sx={formPage}
      render={() => (
        <>
          <EditPage key={formNumber} keepsTyped={keepsTyped} onTypedOver={setTypedOver} />
          {conflict && <StaleVersionDialog {...conflict} />}
        </>
      )}
    />
  )
}

function EditPage({
  keepsTyped,
  onTypedOver,
}: {
  keepsTyped: boolean
  onTypedOver: (opened: AnyRecord | null) => void
}) {
  const resource = useConfiguredResource()
  const name = useResourceName()(resource.name, 1)
  const translate = useTranslate()
  const { record, isPending } = useEditContext()
  const title = useRecordTitle(resource, record)
  const { open, parts } = useTabs()
  const isShown = useIsBelowHeadShown()
  const Suspend = resource.suspendable ? slots().suspension : null
  const hasCopies = resource.page?.copied || parts.some(({ tab }) => isListTab(tab) && tab.copies !== undefined)
  if (isPending || !record)
    return (
      <Box aria-busy>
        <Skeleton height={48} width="40%" />
        <Skeleton variant="rounded" height={320} />
      </Box>
    )
  return (
    <>
      <PageHeading
        title={title ?? `${name} ${record.id}`}
        detail={
          <>
            {name} #{record.id} · {translate('resourcePages.form.changedAt')}{' '}
            <RelativeMoment at={record['updatedAt'] as string} /> <LogLink id={record.id} />
            <About />
          </>
        }
      >
        <RecordActions />
        {Suspend && (
          <Suspense fallback={<Box sx={suspendRoom} />}>
            <Suspend.button />
          </Suspense>
        )}
        {hasCopies && (
          <Suspense fallback={<Box sx={headAction} />}>
            <HeadActions />
          </Suspense>
        )}
      </PageHeading>
      {Suspend && (
        <Suspense fallback={null}>
          <Suspend.banner />
        </Suspense>
      )}
      {/* In one: what stands below the head comes with it, not before it. */}
      <Suspense fallback={<Box aria-busy sx={resource.page ? topRoom(resource.page) : {}} />}>
        {resource.page && <PageTop />}
        <Box sx={{ visibility: isShown ? 'visible' : 'hidden' }}>
          {(!open || isFormIn(open)) && <DecisionPanel />}
          {(!open || isFormIn(open)) && (
            <ConfiguredForm operation="update" keepsTyped={keepsTyped} onTypedOver={onTypedOver} />
          )}
          {open?.parts
            .filter(({ tab }) => tab !== 'form')
            .map(({ name: part, tab }) => (
              <Box key={part} sx={{ mb: open.parts.length > 1 ? 3 : 0 }}>
                <Suspense fallback={<Skeleton variant="rounded" height={320} />}>
                  <TabContent tab={tab} />
                </Suspense>
              </Box>
            ))}
          {(!open || isFormIn(open)) && <RecordPanels />}
        </Box>
      </Suspense>
    </>
  )
}
